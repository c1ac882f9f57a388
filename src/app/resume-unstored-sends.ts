import type { Engine } from '../../sync/index.ts';
import type { Session } from '../session/session-types.ts';
import { reportFault } from './faults.ts';
import { UNSTORED_SENDS_KEY } from './unstored-sends-key.ts';

/** Sends, as soon as a member's engine is there, what the page before this one was left with. */
export const resumeUnstoredSends = (session: Pick<Session, 'get' | 'subscribe'>): void => {
  let last: Engine | null = null;
  session.subscribe(() => {
    const state = session.get();
    const engine = state.kind === 'signedIn' ? state.engine : null;
    if (engine === null || engine === last) return;
    last = engine;
    // Hardly ever anything: its code is loaded when there is.
    if (localStorage.getItem(UNSTORED_SENDS_KEY) === null) return;
    void import('./unstored-sends.ts')
      .then(({ resumeSends }) =>
        resumeSends(localStorage, {
          userId: engine.userId,
          isStored: async (id) => (await engine.db.messages.get(id)) !== undefined,
          send: (args) => engine.mutate('sendMessage', args),
          draftOf: async (chatId) => (await engine.db.drafts.get(chatId))?.content,
          forgetDraft: (chatId) => engine.saveDraft(chatId, null),
        }),
      )
      .catch(reportFault);
  });
};
