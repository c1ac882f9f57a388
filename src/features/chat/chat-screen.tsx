import { SkeletonChat } from '../../components/skeleton.tsx';
import { useChat } from '../../queries/chat.ts';
import { AbsentChat } from './absent-chat.tsx';
import { ChatFrame } from './chat-frame.tsx';
import { ChatRoom } from './chat-room.tsx';

interface ChatScreenProps {
  uniqueCode: string;
  messageId: string | undefined;
}

/** `/chats/{uniqueCode}` */
export function ChatScreen({ uniqueCode, messageId }: ChatScreenProps) {
  const chat = useChat(uniqueCode);
  if (chat) return <ChatRoom chat={chat} messageId={messageId} />;
  if (chat === null) return <AbsentChat uniqueCode={uniqueCode} />;
  return (
    <ChatFrame>
      <SkeletonChat />
    </ChatFrame>
  );
}
