import { useTranslation } from 'react-i18next';
import { useServices } from '../../session/services.tsx';

/** Shares a text and an address where the system can, and copies them where it cannot. */
export function useShare(): (text: string, url: string) => void {
  const { t } = useTranslation();
  const { toaster } = useServices();
  return (text, url) => {
    const copy = () =>
      navigator.clipboard
        .writeText(`${text} ${url}`)
        .then(() => toaster.show({ message: t('friends.codeShared'), variant: 'success' }));
    if (typeof navigator.share !== 'function') {
      // Refused without permission: the code stays on the screen to be read out.
      copy().catch(() => undefined);
      return;
    }
    // Closing the system's sheet is no failure.
    navigator.share({ text, url }).catch(() => undefined);
  };
}
