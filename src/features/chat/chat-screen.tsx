import { useEffect, useState } from 'react';
import type { UserRow } from '../../../protocol/index.ts';
import { SkeletonChat } from '../../components/skeleton.tsx';
import { useChat } from '../../queries/chat.ts';
import { useNewFriend } from '../friends/new-friends.ts';
import { AbsentChat } from './absent-chat.tsx';
import { ChatFrame } from './chat-frame.tsx';
import { ChatRoom } from './chat-room.tsx';

interface ChatScreenProps {
  uniqueCode: string;
  messageId: string | undefined;
  messageSeq: number | undefined;
}

/**
 * `/chats/{uniqueCode}`. Somebody of whom only the server knows has the same room before and after this device gets to
 * know them: the field keeps its focus and what is typed.
 */
export function ChatScreen({ uniqueCode, messageId, messageSeq }: ChatScreenProps) {
  const [stranger, setStranger] = useState<UserRow>();
  const chat = useChat(uniqueCode, stranger);
  const { isNew, meet } = useNewFriend(chat?.person?.id);
  useEffect(() => {
    if (isNew) meet();
  });
  if (chat) return <ChatRoom chat={chat} messageId={messageId} messageSeq={messageSeq} />;
  if (chat === null) return <AbsentChat uniqueCode={uniqueCode} onStranger={setStranger} />;
  return (
    <ChatFrame>
      <SkeletonChat />
    </ChatFrame>
  );
}
