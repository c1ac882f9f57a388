import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type OpenChat, takesWordsOnly } from '../../queries/chat.ts';
import { useServices } from '../../session/services.tsx';
import type { Attachments } from '../media/use-attachments.ts';

/** Where files go that are dropped, pasted or handed over: into the tray, or nowhere while a message request waits. */
export function useIntake(
  { request }: Pick<OpenChat, 'request'>,
  { add }: Pick<Attachments, 'add'>,
): Pick<Attachments, 'add'> {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const isOpen = !takesWordsOnly({ request });
  return useMemo(
    () => ({
      add(files, options) {
        if (isOpen) add(files, options);
        else if ([...files].length > 0)
          toaster.show({ message: t('error.requestTextOnly'), variant: 'warning' });
      },
    }),
    [add, isOpen, t, toaster],
  );
}
