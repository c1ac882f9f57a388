import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import * as styles from './dialog.css.ts';
import { useBackCloses } from './use-back-closes.ts';

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  body?: ReactNode;
  /** Buttons. `stacked` gives each a line of its own, for three choices or long words. */
  actions: ReactNode;
  actionsLayout?: 'row' | 'stacked';
}

/** A question that must be answered. */
export function Dialog({ isOpen, onOpenChange, title, body, actions, actionsLayout = 'row' }: DialogProps) {
  useBackCloses(isOpen, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          {body !== undefined && (
            <AlertDialog.Description className={styles.body}>{body}</AlertDialog.Description>
          )}
          <div className={actionsLayout === 'row' ? styles.actions : styles.actionsStacked}>{actions}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export interface ConfirmDialogProps extends Omit<DialogProps, 'actions' | 'actionsLayout'> {
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'normal' | 'danger';
  isConfirming?: boolean;
  /** The owner closes the dialog when the work is done. */
  onConfirm: () => void;
}

/** Yes or no. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel,
  tone = 'normal',
  isConfirming = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="quiet" size="sm" onClick={() => dialog.onOpenChange(false)}>
            {cancelLabel ?? t('action.cancel')}
          </Button>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            size="sm"
            isLoading={isConfirming}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
