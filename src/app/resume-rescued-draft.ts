import type { Session } from '../session/session-types.ts';
import { RESCUED_DRAFT_KEY } from './rescued-draft-key.ts';
import { whenSignedIn } from './when-signed-in.ts';

/**
 * Puts the last words of the page before this one among the drafts: the list of chats shows them, and not only the chat they
 * were typed in.
 */
export const resumeRescuedDraft = (session: Pick<Session, 'state'>): void =>
  whenSignedIn(session, (engine) => {
    // Hardly ever anything: its code is loaded when there is.
    if (sessionStorage.getItem(RESCUED_DRAFT_KEY) === null) return;
    return import('./rescued-draft.ts').then(({ rescuedRows, storeRescuedDraft }) =>
      storeRescuedDraft(sessionStorage, engine.userId, (chatId, words) => {
        const { drafts, replaces } = rescuedRows(words);
        return engine.saveDrafts(chatId, drafts, replaces);
      }),
    );
  });
