import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';

interface DeleteDialogProps {
  isOpen: boolean;
  /** How many messages. */
  count: number;
  canDeleteForAll: boolean;
  onDeleteForMe: () => void;
  onDeleteForAll: () => void;
  onClose: () => void;
}

/** For me, or for everyone: asked before, because the second cannot be undone. */
export function DeleteDialog({
  isOpen,
  count,
  canDeleteForAll,
  onDeleteForMe,
  onDeleteForAll,
  onClose,
}: DeleteDialogProps) {
  const { t } = useTranslation();
  // Not by a plural form: in Filipino two and three share that of one.
  const isOne = count === 1;
  const andClose = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isOne ? t('chat.deleteTitle') : t('chat.deleteManyTitle', { count })}
      body={
        canDeleteForAll
          ? t(isOne ? 'chat.deleteBody' : 'chat.deleteManyBody')
          : t(isOne ? 'chat.deleteForMeBody' : 'chat.deleteManyForMeBody')
      }
      actionsLayout="stacked"
      actions={
        <>
          {canDeleteForAll && (
            <Button variant="danger" onClick={andClose(onDeleteForAll)}>
              {t('chat.deleteForAll')}
            </Button>
          )}
          <Button variant={canDeleteForAll ? 'secondary' : 'danger'} onClick={andClose(onDeleteForMe)}>
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
