import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { MessageDeeds } from './message-deeds.ts';

interface DeleteDialogProps {
  /** Closed when null. */
  message: LocalMessage | null;
  canDeleteForAll: boolean;
  deeds: MessageDeeds;
  onClose: () => void;
}

/** For me, or for everyone: asked before, because the second cannot be undone. */
export function DeleteDialog({ message, canDeleteForAll, deeds, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const act = (deed: (message: LocalMessage) => void) => () => {
    if (message !== null) deed(message);
    onClose();
  };
  return (
    <Dialog
      isOpen={message !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('chat.deleteTitle')}
      body={canDeleteForAll ? t('chat.deleteBody') : t('chat.deleteForMeBody')}
      actionsLayout="stacked"
      actions={
        <>
          {canDeleteForAll && (
            <Button variant="danger" onClick={act(deeds.deleteForAll)}>
              {t('chat.deleteForAll')}
            </Button>
          )}
          <Button variant={canDeleteForAll ? 'secondary' : 'danger'} onClick={act(deeds.deleteForMe)}>
            {t('chat.deleteForMe')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
