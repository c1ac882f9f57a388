import { useTranslation } from 'react-i18next';
import { useServices } from '../../session/services.tsx';

/** Copies text from a menu that closes, so a toast says what became of it. */
export function useCopyText(): (text: string) => void {
  const { t } = useTranslation();
  const { toaster } = useServices();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => toaster.show({ message: t('action.copied'), variant: 'success' }),
      () => toaster.show({ message: t('permission.denied'), variant: 'error' }),
    );
}
