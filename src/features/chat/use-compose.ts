import { useCallback, useRef } from 'react';
import type { DraftFile, LocalMessage, OutboxRowOf } from '../../../sync/index.ts';
import { useEngine } from '../../session/services.tsx';
import type { Draft } from './use-draft.ts';

export type Compose = {
  readonly onReply: (message: LocalMessage) => void;
  readonly onEdit: (message: LocalMessage) => void;
  readonly onEditAgain: (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => void;
};

/** What presses on messages do to the field. The functions stay the same, so that no key draws the conversation again. */
export function useCompose(
  draft: Draft,
  restoreFiles: (files: readonly DraftFile[]) => Promise<void>,
  toField: () => void,
): Compose {
  const engine = useEngine();
  const latest = useRef(draft);
  latest.current = draft;

  const onReply = useCallback(
    (message: LocalMessage) => {
      latest.current.replyTo(message.id);
      toField();
    },
    [toField],
  );
  const onEdit = useCallback(
    (message: LocalMessage) => {
      latest.current.startEdit({ messageId: message.id, content: message.content ?? '' });
      toField();
    },
    [toField],
  );
  const onEditAgain = useCallback(
    (row: OutboxRowOf<'sendMessage' | 'editMessage'>) => {
      const { change, save, startEdit, value } = latest.current;
      const words = row.args.content ?? '';
      if (row.name === 'editMessage') startEdit({ messageId: row.args.messageId, content: words });
      else change(value.trim() === '' ? words : `${words}\n${value}`);
      const alts = row.name === 'sendMessage' ? (row.args.alts ?? {}) : {};
      void restoreFiles(row.files.map((id) => ({ id, alt: alts[id] ?? '' })));
      toField();
      // The outbox lets go of the words when they are a draft, and keeps them when the disk is full.
      void save().then((isSaved) => (isSaved ? engine.cancel(row.id) : null));
    },
    [engine, restoreFiles, toField],
  );
  return { onReply, onEdit, onEditAgain };
}
