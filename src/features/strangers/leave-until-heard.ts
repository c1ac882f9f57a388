import { errorKinds, type StrangerEnd } from '../../../protocol/index.ts';
import type { useServices } from '../../session/services.tsx';

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

/**
 * Says that somebody is gone, again and again until the server has heard it: one tap is enough, with or without a network.
 * When the page closes before, a minute of silence ends the chat all the same.
 * @returns whether the server took it
 */
export const leaveUntilHeard = async (
  { api, session }: Pick<ReturnType<typeof useServices>, 'api' | 'session'>,
  chatId: string,
  how: StrangerEnd,
): Promise<boolean> => {
  for (;;) {
    const token = session.token();
    if (token === null) return false;
    const answer = await api.endStrangerChat(token, chatId, how);
    if (answer.kind === 'done') return true;
    if (answer.kind === 'refused') {
      const { retry } = errorKinds[answer.error.kind];
      if (retry === 'final' || retry === 'pause') return false;
    }
    await pause();
  }
};
