import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItem, MessageRow } from '../../../protocol/index.ts';
import { MessageBubble } from '../../components/message-bubble.tsx';
import { MessageColumn } from '../../components/message-column.tsx';
import { SystemLine } from '../../components/message-lines.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useServices } from '../../session/services.tsx';

/** What was said last in a public chat, before one joins; nothing of it stays on the device. */
export const useChatPreview = (chat: Pick<ChatItem, 'id' | 'type'> | null): readonly MessageRow[] => {
  const { api, session } = useServices();
  const [messages, setMessages] = useState<readonly MessageRow[]>([]);
  const chatId = chat?.type === 'PUBLIC' ? chat.id : null;
  useEffect(() => {
    const token = session.token();
    if (token === null || chatId === null) return;
    let isCurrent = true;
    void api.chatPreview(token, chatId).then((answer) => {
      // Without an answer there is still the button to join.
      if (isCurrent && answer.kind === 'done') setMessages(answer.data.toReversed());
    });
    return () => {
      isCurrent = false;
    };
  }, [api, session, chatId]);
  return messages.filter(({ kind }) => kind === 'user');
};

export function ChatPreview({ messages: shown }: { messages: readonly MessageRow[] }) {
  const { t, i18n } = useTranslation();
  if (shown.length === 0) return null;
  return (
    <>
      <MessageColumn>
        {shown.map(({ id, content, createdAt, deletedAt, editedAt }) => (
          <MessageBubble
            key={id}
            side="other"
            position="single"
            text={deletedAt === null ? (content ?? '') : t('chat.deleted')}
            time={formatDate(i18n.language, 'clock', new Date(createdAt))}
            dateTime={createdAt}
            isEdited={editedAt !== null}
            isDeleted={deletedAt !== null}
          />
        ))}
      </MessageColumn>
      <SystemLine text={t('group.previewEnd')} />
    </>
  );
}
