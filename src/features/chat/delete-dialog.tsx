import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';

interface DeleteDialogProps {
  isOpen: boolean;
  /** How many messages. */
  count: number;
  /** Of my chat with myself: there is nobody to keep a copy. */
  isSaved: boolean;
  canDeleteForAll: boolean;
  onDeleteForMe: () => void;
  onDeleteForAll: () => void;
  onClose: () => void;
}

/** For me, or for everyone: asked before, because the second cannot be undone. */
export function DeleteDialog({
  isOpen,
  count,
  isSaved,
  canDeleteForAll,
  onDeleteForMe,
  onDeleteForAll,
  onClose,
}: DeleteDialogProps) {
  const { t } = useTranslation();
  // Not by a plural form: in Filipino two and three share that of one.
  const isOne = count === 1;
  const andClose = (act: () => void) => () => {
    // A second press while it closes would do what another answer does by then.
    if (!isOpen) return;
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
        isSaved
          ? t(isOne ? 'saved.deleteBody' : 'saved.deleteManyBody')
          : canDeleteForAll
            ? t(isOne ? 'chat.deleteBody' : 'chat.deleteManyBody')
            : t(isOne ? 'chat.deleteForMeBody' : 'chat.deleteManyForMeBody')
      }
      actionsLayout="stacked"
      actions={
        <>
          {canDeleteForAll && (
            <Button variant="danger" onClick={andClose(onDeleteForAll)}>
              {t(isSaved ? 'action.delete' : 'chat.deleteForAll')}
            </Button>
          )}
          {!(isSaved && canDeleteForAll) && (
            <Button variant={canDeleteForAll ? 'secondary' : 'danger'} onClick={andClose(onDeleteForMe)}>
              {t(isSaved ? 'action.delete' : 'chat.deleteForMe')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        </>
      }
    />
  );
}
