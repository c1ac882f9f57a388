import { errorKinds, type StrangerEnd } from '../../../protocol/index.ts';
import type { Answer } from '../../session/call-server.ts';
import { forgetGoodbye, type Goodbye, keepGoodbye } from '../../session/goodbyes.ts';

const AGAIN_MS = 4_000;

/** A little while, or until the network is back. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    window.addEventListener('online', done);
  });

/** What this needs of the calls and the session. */
type LeavingPort = {
  readonly api: {
    readonly endStrangerChat: (token: string, chatId: string, how: StrangerEnd) => Promise<Answer<unknown>>;
  };
  readonly session: {
    readonly token: () => string | null;
    readonly state: {
      readonly value: { readonly kind: string; readonly engine?: { readonly userId: string } };
    };
  };
};

/**
 * Says that somebody is gone, again and again until the server has heard it: one tap is enough, with or without a network.
 * When the page closes before, the next one goes on saying it.
 * @returns whether the server took it
 */
export const leaveUntilHeard = async (
  { api, session }: LeavingPort,
  storage: Storage,
  goodbye: Goodbye,
): Promise<boolean> => {
  const { chatId, how } = goodbye;
  keepGoodbye(storage, goodbye);
  for (;;) {
    const token = session.token();
    // Somebody else at this browser cannot say it: it waits for its member.
    if (token === null || session.state.value.engine?.userId !== goodbye.userId) return false;
    const answer = await api.endStrangerChat(token, chatId, how);
    if (answer.kind === 'done') {
      forgetGoodbye(storage, chatId);
      return true;
    }
    if (answer.kind === 'refused') {
      const { retry } = errorKinds[answer.error.kind];
      // What is refused for good, as after a day, when the chat is gone, is said no more.
      if (retry === 'final') forgetGoodbye(storage, chatId);
      if (retry === 'final' || retry === 'pause') return false;
    }
    await pause();
  }
};
