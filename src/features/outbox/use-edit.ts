import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../protocol/index.ts';
import type { DraftFile, DraftRow, OutboxRow } from '../../../sync/index.ts';
import { isClosedDoor } from '../../app/refusal-text.ts';
import { readDraft } from '../../queries/drafts.ts';
import type { OutboxItem } from '../../queries/outbox.ts';
import { useEngine, useServices } from '../../session/services.tsx';

/** What a message or a post carries, as a draft holds it. */
export const carriedBy = (row: OutboxRow): DraftFile[] => {
  if (row.name !== 'sendMessage' && row.name !== 'createPost') return [];
  const { images = [], video, alts = {} } = row.args;
  const files = row.name === 'sendMessage' ? (row.args.files ?? []) : [];
  return [...images, ...files, ...(video == null ? [] : [video])].map((id) => ({ id, alt: alts[id] ?? '' }));
};

/** Puts words back into the field they came from; what has been typed there since stands after them. */
type Place = { put(): Promise<void>; undo(): Promise<void>; open(): Promise<void> };

/**
 * Takes something back to where it was written. The words are a draft before the outbox lets go of them.
 * @returns null for what has no words of its own, or no place to write them in
 */
export function useEdit({ row, chatCode }: OutboxItem): (() => Promise<void>) | null {
  const { t } = useTranslation();
  const engine = useEngine();
  const navigate = useNavigate();
  const { toaster } = useServices();

  const inField = (at: string, words: string, more: Partial<DraftRow>, open: Place['open']): Place => {
    let before: Awaited<ReturnType<typeof readDraft>>;
    return {
      async put() {
        before = await readDraft(engine, at);
        const typed = before?.content ?? '';
        await engine.saveDraft(at, {
          ...before,
          ...more,
          content: typed === '' ? words : `${words}\n${typed}`,
        });
      },
      undo: () => engine.saveDraft(at, before ?? null),
      open,
    };
  };
  const place = ((): Place | null => {
    if (row.name === 'sendMessage' && chatCode !== null) {
      const { chatId, content = '', replyToId } = row.args;
      const files = carriedBy(row);
      const more = { ...(files.length > 0 ? { files } : {}), ...(replyToId ? { replyToId } : {}) };
      return inField(chatId, content, more, () =>
        navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: chatCode } }),
      );
    }
    // Under a post that is gone there is no field to write in.
    if (row.name === 'createComment' && !isClosedDoor(row.error)) {
      const { postId, content, parentId } = row.args;
      return inField(postId, content, parentId ? { replyToId: parentId } : {}, () =>
        navigate({ to: '/posts/$postId', params: { postId } }),
      );
    }
    if (row.name === 'createPost') {
      const { content, privacy = 'PUBLIC', anonymous = false } = row.args;
      const id = newId();
      return {
        put: () => engine.savePostDraft(id, { content, privacy, anonymous, files: carriedBy(row) }),
        undo: () => engine.savePostDraft(id, null),
        open: () => navigate({ to: '/posts/create', search: { draft: id } }),
      };
    }
    return null;
  })();
  if (place === null) return null;
  return async () => {
    await place.put();
    if ((await engine.cancel(row.id)) === 'too_late') {
      await place.undo();
      toaster.show({ message: t('outbox.tooLate'), variant: 'info' });
      return;
    }
    await place.open();
  };
}
