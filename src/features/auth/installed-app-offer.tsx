import { useTranslation } from 'react-i18next';
import { continueInBrowser } from '../../app/browser-choice.ts';
import { useAsksForBrowser, useOffersInstalledApp } from '../../app/use-browser-choice.ts';
import { Button } from '../../components/button.tsx';
import { Stack } from '../../components/stack.tsx';
import * as styles from './installed-app-offer.css.ts';

/**
 * Who has installed the app finds the way there; who wants to stay in the browser says so once per browser session. A
 * prerendered page knows neither: `first-screen/main.ts` takes away what does not hold before the first paint.
 */
export function InstalledAppOffer() {
  const { t } = useTranslation();
  const isOffered = useOffersInstalledApp();
  const isAsked = useAsksForBrowser();
  if (!isOffered) return null;
  return (
    <div data-installed-app-offer="">
      <Stack gap="sm">
        <InstalledAppHelp />
        {isAsked && (
          <Button data-asks-for-browser="" variant="quiet" isWide onClick={continueInBrowser}>
            {t('auth.continueUsingBrowser')}
          </Button>
        )}
      </Stack>
    </div>
  );
}

/**
 * How the installed app is opened. No page may start it; a new window of this address is given to it where the system hands
 * links over (`launch_handler` and `handle_links` of the manifest), and opens the sign-in screen elsewhere. Without a script.
 */
export function InstalledAppHelp() {
  const { t } = useTranslation();
  return (
    <details className={styles.help}>
      <summary className={styles.words}>{t('auth.openInstalledApp')}</summary>
      <p className={styles.steps}>{t('auth.openInstalledHow')}</p>
      <a className={styles.link} href="/" target="_blank" rel="noopener">
        {t('auth.openInstalledTry')}
      </a>
    </details>
  );
}
