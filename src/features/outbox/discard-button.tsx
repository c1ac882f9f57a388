import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';

interface DiscardButtonProps {
  /** It was refused or has failed: it is not pending any more. */
  isFailed: boolean;
  isMessage: boolean;
  /** What is lost. */
  body: string;
  onConfirm: () => void;
}

/** Removes something from the outbox, after a question. Both buttons of the question say what they do. */
export function DiscardButton({ isFailed, isMessage, body, onConfirm }: DiscardButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const label = t(isFailed ? 'action.discard' : 'outbox.dontSend');
  const pendingTitle = isMessage ? 'outbox.dontSendMessageTitle' : 'outbox.dontSendTitle';
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t(isFailed ? 'outbox.discardTitle' : pendingTitle)}
        body={body}
        cancelLabel={t('outbox.keep')}
        confirmLabel={label}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}
