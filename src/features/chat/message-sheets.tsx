import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage, OutboxRowOf } from '../../../sync/index.ts';
import { useOutboxHand } from '../../app/use-outbox-hand.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Sheet, SheetAction } from '../../components/sheet.tsx';
import { useServices } from '../../session/services.tsx';

type FailedRow = OutboxRowOf<'sendMessage'>;

/** What can be done about a message. */
export type MessageActions = {
  readonly retry: (row: FailedRow) => void;
  readonly edit: (row: FailedRow) => void;
  readonly remove: (row: FailedRow) => void;
  readonly options: (message: LocalMessage) => void;
};

export type SheetState =
  | { readonly kind: 'options'; readonly message: LocalMessage }
  | { readonly kind: 'remove'; readonly row: FailedRow }
  | null;

interface MessageSheetsProps {
  state: SheetState;
  onChange: (state: SheetState) => void;
}

/** The sheet of a message, and the question before a failed one is thrown away. */
export function MessageSheets({ state, onChange }: MessageSheetsProps) {
  const { t } = useTranslation();
  const hand = useOutboxHand();
  const { toaster } = useServices();
  const close = (isOpen: boolean) => {
    if (!isOpen) onChange(null);
  };
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toaster.show({ message: t('action.copied'), variant: 'success' }),
      () => toaster.show({ message: t('permission.denied'), variant: 'error' }),
    );
  return (
    <>
      <Sheet
        isOpen={state?.kind === 'options'}
        onOpenChange={close}
        title={t('chat.messageOptions')}
        isTitleHidden
      >
        <SheetAction
          label={t('chat.copyText')}
          icon={<Copy size={20} aria-hidden="true" />}
          onPress={() => {
            if (state?.kind === 'options') void copy(state.message.content ?? '');
          }}
        />
      </Sheet>
      <ConfirmDialog
        isOpen={state?.kind === 'remove'}
        onOpenChange={close}
        title={t('chat.discardTitle')}
        body={t('chat.discardBody')}
        confirmLabel={t('action.delete')}
        tone="danger"
        onConfirm={() => {
          if (state?.kind === 'remove') hand.discard(state.row.id);
          onChange(null);
        }}
      />
    </>
  );
}
