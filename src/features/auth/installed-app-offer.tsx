import { useTranslation } from 'react-i18next';
import { continueInBrowser } from '../../app/browser-choice.ts';
import { useOffersInstalledApp } from '../../app/use-browser-choice.ts';
import { Button } from '../../components/button.tsx';
import { Stack } from '../../components/stack.tsx';
import * as styles from './installed-app-offer.css.ts';

/**
 * Who has installed the app signs in there; who wants to stay in the browser says so once per browser session. A prerendered
 * page knows neither: `first-screen/main.ts` takes it away before the first paint.
 */
export function InstalledAppOffer() {
  const { t } = useTranslation();
  const isOffered = useOffersInstalledApp();
  if (!isOffered) return null;
  return (
    <div data-installed-app-offer="">
      <Stack gap="sm">
        <p className={styles.words}>{t('auth.openInstalledApp')}</p>
        <Button variant="quiet" isWide onClick={continueInBrowser}>
          {t('auth.continueUsingBrowser')}
        </Button>
      </Stack>
    </div>
  );
}
