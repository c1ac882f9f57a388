import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { MessageActions } from './message-actions.ts';

interface DeleteDialogProps {
  /** Closed when null. */
  message: LocalMessage | null;
  canDeleteForAll: boolean;
  messageActions: MessageActions;
  onClose: () => void;
}

/** For me, or for everyone: asked before, because the second cannot be undone. */
export function DeleteDialog({ message, canDeleteForAll, messageActions, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const act = (action: (message: LocalMessage) => void) => () => {
    if (message !== null) action(message);
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
            <Button variant="danger" onClick={act(messageActions.deleteForAll)}>
              {t('chat.deleteForAll')}
            </Button>
          )}
          <Button
            variant={canDeleteForAll ? 'secondary' : 'danger'}
            onClick={act(messageActions.deleteForMe)}
          >
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
