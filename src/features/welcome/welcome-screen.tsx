import { Download, Share, SquarePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { continueInBrowser } from '../../app/browser-choice.ts';
import { installsByHand } from '../../app/browser-kind.ts';
import { install, useCanInstall } from '../../app/install-prompt.ts';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { InstalledAppHelp } from '../auth/installed-app-offer.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import * as styles from './welcome-screen.css.ts';

/** Before the app, on mobile browsers (specification §2): install it, open the installed one, or stay here. */
export function WelcomeScreen({ isByHand = installsByHand() }: { isByHand?: boolean }) {
  const { t } = useTranslation();
  const canInstall = useCanInstall();
  return (
    <NarrowLayout corner={<LanguageSwitch />} hero={<Hero title={t('app.name')} lead={t('app.tagline')} />}>
      <Stack>
        <p className={styles.lead}>{t('welcome.why')}</p>
        {canInstall ? (
          <Button isWide icon={<Download size={20} aria-hidden="true" />} onClick={() => void install()}>
            {t('auth.install')}
          </Button>
        ) : (
          <InstalledAppHelp />
        )}
        {!canInstall && isByHand && <StepsByHand />}
        <p className={styles.onward}>
          <a
            className={styles.link}
            // A prerendered page answers it without the app (first-screen/screens.ts).
            data-continues=""
            href="/"
            onClick={(event) => {
              event.preventDefault();
              continueInBrowser();
            }}
          >
            {t('auth.continueUsingBrowser')}
          </a>
        </p>
      </Stack>
    </NarrowLayout>
  );
}

/** An iPhone shows no prompt: the way leads through its own menu. */
function StepsByHand() {
  const { t } = useTranslation();
  return (
    <section className={styles.steps} aria-label={t('welcome.stepsTitle')}>
      <h2 className={styles.stepsTitle}>{t('welcome.stepsTitle')}</h2>
      <ol className={styles.list}>
        <li className={styles.step}>
          <Share size={20} aria-hidden="true" />
          {t('welcome.stepShare')}
        </li>
        <li className={styles.step}>
          <SquarePlus size={20} aria-hidden="true" />
          {t('welcome.stepAdd')}
        </li>
      </ol>
    </section>
  );
}
