import { errorKinds, type StrangerEnd } from '../../../protocol/index.ts';
import type { Answer } from '../../session/call-server.ts';
import { forgetPendingLeave, keepPendingLeave, type PendingLeave } from '../../session/pending-leaves.ts';

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
 * Tells the server that the member has left, and retries until it is acknowledged: one tap is enough, with or without a network.
 * When the page closes before, the next one goes on saying it.
 * @returns whether the server took it
 */
export const leaveUntilAcknowledged = async (
  { api, session }: LeavingPort,
  storage: Storage,
  leave: PendingLeave,
): Promise<boolean> => {
  const { chatId, how } = leave;
  keepPendingLeave(storage, leave);
  for (;;) {
    const token = session.token();
    // Somebody else at this browser cannot say it: it waits for its member.
    if (token === null || session.state.value.engine?.userId !== leave.userId) return false;
    const answer = await api.endStrangerChat(token, chatId, how);
    if (answer.kind === 'done') {
      forgetPendingLeave(storage, chatId);
      return true;
    }
    if (answer.kind === 'refused') {
      const { retry } = errorKinds[answer.error.kind];
      // What is refused for good, as after a day, when the chat is gone, is said no more.
      if (retry === 'final') forgetPendingLeave(storage, chatId);
      if (retry === 'final' || retry === 'pause') return false;
    }
    await pause();
  }
};
