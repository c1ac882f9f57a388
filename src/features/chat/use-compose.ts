import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage, OutboxRowOf } from '../../../sync/index.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import type { Draft } from './draft.ts';
import { editOfMessage, editOfRow, partOfMessage } from './part-of-message.ts';

export type Compose = {
  readonly onReply: (message: LocalMessage) => void;
  readonly onEdit: (message: LocalMessage) => void;
  readonly onEditAgain: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => Promise<void>;
};

/** What presses on messages do to the field. The functions stay the same, so that no key draws the conversation again. */
export function useCompose(draft: Draft, isReady: boolean, toField: () => void): Compose {
  const engine = useEngine();
  const { toaster } = useServices();
  const { t } = useTranslation();
  const latest = useRef(draft);
  latest.current = draft;
  const isTrayReady = useRef(isReady);
  isTrayReady.current = isReady;
  const onTrayBusy = useRef<() => void>(() => undefined);
  onTrayBusy.current = () => toaster.show({ message: t('chat.trayBusy'), variant: 'warning' });

  const onReply = useCallback(
    (message: LocalMessage) => {
      latest.current.replyTo(message.id);
      toField();
    },
    [toField],
  );
  const onEdit = useCallback(
    (message: LocalMessage) => {
      latest.current.startEdit(editOfMessage(message));
      toField();
    },
    [toField],
  );
  const onEditAgain = useCallback(
    async (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => {
      const message = row.name === 'editMessage' ? await engine.db.messages.get(row.args.messageId) : null;
      // What is still being made smaller could not wait: it has no place on the device yet.
      if (!isTrayReady.current) return onTrayBusy.current();
      const { bringBack, save, startEdit } = latest.current;
      if (row.name === 'editMessage') startEdit(editOfRow(row, message?.content));
      else bringBack(partOfMessage(row));
      toField();
      // The outbox releases the words when they are a draft, and keeps them when the disk is full.
      void save().then((isSaved) => (isSaved ? engine.cancel(row.id) : null));
    },
    [engine, toField],
  );
  return { onReply, onEdit, onEditAgain };
}
