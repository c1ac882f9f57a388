import type { LiveState } from '../../sync/index.ts';
import { useExternalValue } from '../app/use-observable.ts';
import { useEngine } from './services.tsx';

const NOBODY: readonly string[] = [];

const useLive = <T>(pick: (state: LiveState) => T): T => {
  const { state } = useEngine().live;
  return useExternalValue(state, () => pick(state.value));
};

/** Who is typing in a chat right now. */
export const useTyping = (chatId: string): readonly string[] =>
  useLive(({ typing }) => typing.get(chatId) ?? NOBODY);

/** Whether somebody whom this screen watches is there. */
export const useIsOnline = (userId: string | undefined): boolean =>
  useLive(({ online }) => userId !== undefined && online.has(userId));

/** Changes with every event about chats of strangers. */
export const useStrangerNews = (): number => useLive(({ strangerNews }) => strangerNews);
