import { CameraOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import type { MessageKey } from '../../i18n/messages.ts';
import * as styles from './scanner.css.ts';
import type { Camera, CameraState } from './use-camera.ts';

type Words = { readonly title: MessageKey; readonly hint: MessageKey };
const wordsOf: Readonly<Record<Exclude<CameraState, 'on' | 'starting'>, Words>> = {
  denied: { title: 'permission.denied', hint: 'scan.deniedHint' },
  dismissed: { title: 'permission.dismissed', hint: 'scan.dismissedHint' },
  busy: { title: 'scan.busy', hint: 'scan.busyHint' },
  none: { title: 'scan.noCamera', hint: 'scan.noCameraHint' },
};

/** In place of the picture: the camera is on its way, or why it is not. */
export function ViewfinderNotice({ camera: { state, retry } }: { camera: Camera }) {
  const { t } = useTranslation();
  if (state === 'on') return null;
  if (state === 'starting') {
    return (
      <div className={styles.notice}>
        <Spinner />
      </div>
    );
  }
  const { title, hint } = wordsOf[state];
  return (
    <div className={styles.notice} role="alert">
      <CameraOff size={32} aria-hidden="true" />
      <p className={styles.words}>{t(title)}</p>
      <p className={styles.hint}>{t(hint)}</p>
      {state !== 'none' && (
        <Button variant="secondary" onClick={retry}>
          {t('action.tryAgain')}
        </Button>
      )}
    </div>
  );
}
