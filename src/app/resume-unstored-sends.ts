import type { Session } from '../session/session-types.ts';
import { UNSTORED_SENDS_KEY } from './unstored-sends-key.ts';
import { whenSignedIn } from './when-signed-in.ts';

/** Sends what the page before this one was left with. */
export const resumeUnstoredSends = (session: Pick<Session, 'state'>): void =>
  whenSignedIn(session, (engine) => {
    // Hardly ever anything: its code is loaded when there is.
    if (localStorage.getItem(UNSTORED_SENDS_KEY) === null) return;
    return import('./unstored-sends.ts').then(({ resumeSends }) =>
      resumeSends(localStorage, {
        userId: engine.userId,
        isStored: async (id) => (await engine.db.messages.get(id)) !== undefined,
        send: (args) => engine.mutate('sendMessage', args),
        draftOf: async (chatId) => (await engine.db.drafts.get(chatId))?.content,
        forgetDraft: (chatId) => engine.saveDraft(chatId, null),
      }),
    );
  });
