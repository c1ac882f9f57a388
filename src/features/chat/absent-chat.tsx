import { CloudOff, MessageCircleOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { useLostChat } from '../../queries/lost-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { LostMessageCards } from '../chats/lost-messages.tsx';
import { ChatFrame } from './chat-frame.tsx';
import { OpenChatCard } from './open-chat-card.tsx';
import { type ChatLookup, useChatLookup } from './use-chat-lookup.ts';

interface AbsentChatProps {
  uniqueCode: string;
  /** The code is that of somebody who is no friend: the first words there are a message request. */
  onStranger: (stranger: UserRow) => void;
}

/**
 * A chat that is not on this device: a public one to look at and join, somebody to write to, one that others took me out
 * of, one that a push told of before it was pulled, or nothing.
 */
export function AbsentChat({ uniqueCode, onStranger }: AbsentChatProps) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const lost = useLostChat(uniqueCode);
  const lookup = useChatLookup(uniqueCode);
  const chat = lookup.kind === 'found' ? lookup.chat : undefined;
  const people = chat?.type === 'PRIVATE' ? chat.members : [];
  // With nobody else in it, it is the chat with oneself, before this device has learned one's own code.
  const stranger = (people.find((member) => member.userId !== userId) ?? people[0])?.user;
  useEffect(() => {
    if (stranger) onStranger(stranger);
  }, [stranger, onStranger]);
  return (
    <ChatFrame>
      {lost && <LostMessageCards only={lost.chatId} />}
      {lost && (lookup.kind === 'unknown' || lookup.kind === 'unreachable') ? (
        <EmptyState
          icon={<MessageCircleOff size={32} />}
          line={t('group.lostPlace')}
          {...(lost.name === null ? {} : { hint: lost.name })}
        />
      ) : stranger ? (
        <SkeletonChat />
      ) : (
        <Found lookup={lookup} />
      )}
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
