import type { ChatRow } from '../../protocol/index.ts';
import { useEngine } from '../session/services.tsx';
import { type ChatListItem, useChatList } from './chat-list.ts';
import { useMe } from './people.ts';
import { savedChat } from './saved-messages.ts';

/** A chat into which something may be put. */
export type ChatTarget = Pick<
  ChatListItem,
  'id' | 'code' | 'title' | 'person' | 'isSaved' | 'isWordsOnly'
> & {
  /** Missing for saved messages while nothing is saved: the first one makes their chat. */
  readonly chat: ChatRow | undefined;
};

/** Where something may be forwarded or shared to, in this order: saved messages, which are always there, and my chats. */
export function useChatTargets(): readonly ChatTarget[] {
  const { userId } = useEngine();
  const chats = useChatList();
  const code = useMe()?.user?.uniqueCode ?? null;
  if (chats === undefined) return [];
  const saved = chats.find(({ isSaved }) => isSaved) ?? {
    ...savedChat(userId),
    ...{ code, chat: undefined, person: undefined, isWordsOnly: false },
  };
  return [saved, ...chats.filter(({ shelf, isSaved }) => shelf !== 'requests' && !isSaved)];
}
