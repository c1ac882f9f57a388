import { CloudOff, MessageCircleOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { useChat } from '../../queries/chat.ts';
import { useLostChat } from '../../queries/lost-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { LostMessageCards } from '../chats/lost-messages.tsx';
import { ChatFrame } from './chat-frame.tsx';
import { ChatRoom } from './chat-room.tsx';
import { OpenChatCard } from './open-chat-card.tsx';
import { type ChatLookup, useChatLookup } from './use-chat-lookup.ts';

/**
 * A chat that is not on this device: a public one to look at and join, somebody to write to, one that others took me out
 * of, one that a push told of before it was pulled, or nothing.
 */
export function AbsentChat({ uniqueCode }: { uniqueCode: string }) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const lost = useLostChat(uniqueCode);
  const lookup = useChatLookup(uniqueCode);
  const chat = lookup.kind === 'found' ? lookup.chat : undefined;
  const other = chat?.type === 'PRIVATE' && chat.members.find((member) => member.userId !== userId);
  if (other) return <StrangerRoom uniqueCode={uniqueCode} stranger={other.user} />;
  return (
    <ChatFrame>
      {lost && <LostMessageCards only={lost.chatId} />}
      {lost && (lookup.kind === 'unknown' || lookup.kind === 'unreachable') ? (
        <EmptyState
          icon={<MessageCircleOff size={32} />}
          line={t('group.lostPlace')}
          {...(lost.name === null ? {} : { hint: lost.name })}
        />
      ) : (
        <Found lookup={lookup} />
      )}
    </ChatFrame>
  );
}

/** With somebody who is no friend: the first words there are a message request. */
function StrangerRoom({ uniqueCode, stranger }: { uniqueCode: string; stranger: UserRow }) {
  const chat = useChat(uniqueCode, stranger);
  if (chat) return <ChatRoom chat={chat} messageId={undefined} />;
  return (
    <ChatFrame>
      <SkeletonChat />
    </ChatFrame>
  );
}

function Found({ lookup }: { lookup: ChatLookup }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  switch (lookup.kind) {
    case 'looking':
    case 'coming':
      return <SkeletonChat />;
    case 'unreachable':
      return (
        <EmptyState icon={<CloudOff size={32} />} line={t('group.notHere')} hint={t('group.notHereHint')} />
      );
    case 'refused':
      return <EmptyState icon={<CloudOff size={32} />} line={errorText(lookup.error.detail)} />;
    case 'unknown':
      return <EmptyState icon={<MessageCircleOff size={32} />} line={t('group.unknown')} />;
    case 'found':
      return <OpenChatCard chat={lookup.chat} />;
  }
}
