import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { MessageKey } from '../../i18n/messages.ts';

const titles = {
  message: 'outbox.dontSendMessageTitle',
  post: 'outbox.dontSendPostTitle',
  comment: 'outbox.dontSendCommentTitle',
  friendRequest: 'outbox.dontSendRequestTitle',
  image: 'outbox.dontSendPhotoTitle',
  video: 'outbox.dontSendVideoTitle',
  file: 'outbox.dontSendFileTitle',
  other: 'outbox.dontSendTitle',
} as const satisfies Record<string, MessageKey>;
export type Unsent = keyof typeof titles;

interface DiscardButtonProps {
  /** It was refused or has failed: it is not pending any more. */
  isFailed: boolean;
  /** What it is: the question names it. */
  what: Unsent;
  /** What is lost. */
  body: string;
  onConfirm: () => void;
}

/** Removes something from the outbox, after a question. Both buttons of the question say what they do. */
export function DiscardButton({ isFailed, what, body, onConfirm }: DiscardButtonProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const label = t(isFailed ? 'action.discard' : 'outbox.dontSend');
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t(isFailed ? 'outbox.discardTitle' : titles[what])}
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
