import { useTranslation } from 'react-i18next';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { useChat } from '../../queries/chat.ts';
import { AbsentChat } from './absent-chat.tsx';
import { ChatRoom } from './chat-room.tsx';

interface ChatScreenProps {
  uniqueCode: string;
  messageId: string | undefined;
}

/** `/chats/{uniqueCode}` */
export function ChatScreen({ uniqueCode, messageId }: ChatScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const chat = useChat(uniqueCode);
  if (chat) return <ChatRoom chat={chat} messageId={messageId} />;
  return (
    <Screen
      ground="weave"
      header={<AppHeader title={t('chats.title')} back={{ onPress: back, isNarrowOnly: true }} />}
    >
      {chat === undefined ? <SkeletonChat /> : <AbsentChat uniqueCode={uniqueCode} />}
    </Screen>
  );
}
