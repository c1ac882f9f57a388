import type { Engine } from '../../../sync/index.ts';
import { withLock } from '../../app/with-lock.ts';
import { readDrafts } from '../../queries/drafts.ts';
import { readUploads } from '../../queries/uploads.ts';
import { isNameable, restoreItems } from '../media/attachment-list.ts';
import { partOfRow } from './draft-state.ts';
import { mentionedIn } from './mention-query.ts';
import { messageArgs } from './message-args.ts';
import { newDraftOf } from './new-draft.ts';

export type SendOutcome = 'sent' | 'released' | 'gone';

/** Held by the tab in which Send was pressed, until it has sent the message or left its chat. */
export const sendLock = (messageId: string): string => `tambay-send ${messageId}`;
/** As `MutateOptions` wants it. */
export const sendSource = (messageId: string): string => `send ${messageId}`;

/**
 * Carries a press on Send out, from what the device holds of the draft.
 * @returns `released`: not all of its files were stored before its page ended, and it is a draft again
 * @throws ProtocolError when it cannot be stored
 */
const sendNow = async (engine: Engine, chatId: string, messageId: string): Promise<SendOutcome> => {
  const row = (await readDrafts(engine, chatId)).find(({ send }) => send?.messageId === messageId);
  const press = row?.send;
  if (row === undefined || press == null) return 'gone';
  const { content, files = [], mentions = [], forward = null, replyToId } = row;
  const uploads = await readUploads(
    engine,
    files.map(({ id }) => id),
  );
  const taken = restoreItems(files, uploads, []);
  const text = content.trim();
  const isWhole = taken.length === files.length && files.length >= press.files && taken.every(isNameable);
  if (!isWhole) {
    await engine.saveDrafts(chatId, [newDraftOf({ ...partOfRow(row), send: null })], [row.id]);
    return 'released';
  }
  const named = mentionedIn(content, { chosen: mentions, people: press.people });
  const args = messageArgs({
    ...{ id: messageId, chatId, text, named, taken },
    draft: { forward, replyToId },
    recipientId: press.recipientId,
    wished: press.preview === undefined ? {} : { preview: press.preview },
  });
  const draft = { chatId, rowIds: [row.id], hasFiles: true };
  await engine.mutate('sendMessage', args, { draft, source: sendSource(messageId) });
  return 'sent';
};

/** Carries a press on Send out when the tab in which it was made has gone, or has left its chat. */
export const sendDraft = (engine: Engine, chatId: string, messageId: string): Promise<SendOutcome> =>
  withLock(sendLock(messageId), () => sendNow(engine, chatId, messageId));
