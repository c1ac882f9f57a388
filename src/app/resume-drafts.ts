import type { Engine } from '../../sync/index.ts';
import type { Session } from '../session/session-types.ts';
import { RESCUED_DRAFT_KEY } from './rescued-draft-key.ts';
import { whenSignedIn } from './when-signed-in.ts';

/** Hardly ever is there anything to do: its code is loaded when there is. */
const storeRescued = async (engine: Engine): Promise<void> => {
  if (sessionStorage.getItem(RESCUED_DRAFT_KEY) === null) return;
  const { rescuedRows, storeRescuedDraft } = await import('./rescued-draft.ts');
  await storeRescuedDraft(sessionStorage, engine.userId, (chatId, words) => {
    const { drafts, replaces } = rescuedRows(words);
    return engine.saveDrafts(chatId, drafts, replaces);
  });
};

const sendPressed = async (engine: Engine, onReleased: () => void): Promise<void> => {
  const [messages, posts] = await Promise.all([
    engine.db.chatDrafts.filter(({ send }) => send != null).toArray(),
    engine.db.postDrafts.filter(({ send }) => send !== undefined).toArray(),
  ]);
  if (messages.length > 0) {
    const { sendDraft } = await import('../features/chat/send-draft.ts');
    for (const { chatId, send } of messages)
      if (send && (await sendDraft(engine, chatId, send.messageId)) === 'released') onReleased();
  }
  if (posts.length === 0) return;
  const { sendPost } = await import('../features/posts/send-post.ts');
  for (const { id } of posts) await sendPost(engine, id);
};

/**
 * Puts the last words of the page before this one among the drafts: the list of chats shows them, and not only the chat they
 * were typed in. Then carries out what was to be sent when that page ended.
 * @param onReleased not all of a message had been stored: it is a draft again
 */
export const resumeDrafts = (session: Pick<Session, 'state'>, onReleased: () => void): void =>
  whenSignedIn(session, async (engine) => {
    await storeRescued(engine);
    await sendPressed(engine, onReleased);
  });
