import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatItem, MessageRow, UserRow } from '../../../protocol/index.ts';
import { MessageBubble } from '../../components/message-bubble.tsx';
import { MessageColumn } from '../../components/message-column.tsx';
import { SystemLine } from '../../components/message-lines.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useServices } from '../../session/services.tsx';
import { PersonName } from '../people/person-name.tsx';
import { wordsOf } from './message-parts.ts';

export type PreviewLine = { readonly message: MessageRow; readonly sender: UserRow | undefined };

/** What was said last in a public chat, before one joins; nothing of it stays on the device. */
export const useChatPreview = (chat: Pick<ChatItem, 'id' | 'type'> | null): readonly PreviewLine[] => {
  const { api, session } = useServices();
  const [lines, setLines] = useState<readonly PreviewLine[]>([]);
  const chatId = chat?.type === 'PUBLIC' ? chat.id : null;
  useEffect(() => {
    const token = session.token();
    if (token === null || chatId === null) return;
    let isCurrent = true;
    void api.chatPreview(token, chatId).then((answer) => {
      // Without an answer there is still the button to join.
      if (!isCurrent || answer.kind !== 'done') return;
      const { messages, people } = answer.data;
      const peopleById = new Map(people.map((person) => [person.id, person]));
      setLines(
        messages
          .filter(({ kind }) => kind === 'user')
          .map((message) => ({ message, sender: peopleById.get(message.senderId ?? '') }))
          .toReversed(),
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [api, session, chatId]);
  return lines;
};

export function ChatPreview({ lines }: { lines: readonly PreviewLine[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <>
      <MessageColumn>
        {lines.map((line) => (
          <PreviewBubble key={line.message.id} line={line} />
        ))}
      </MessageColumn>
      <SystemLine text={t('group.previewEnd')} />
    </>
  );
}

/** One message in words alone: its pictures are named, and come when one is in the chat. */
function PreviewBubble({ line: { message, sender } }: { line: PreviewLine }) {
  const { t, i18n } = useTranslation();
  const { createdAt } = message;
  const isDeleted = message.deletedAt !== null;
  return (
    <MessageBubble
      side="other"
      position="single"
      senderName={sender && <PersonName user={sender} />}
      text={isDeleted ? t('chat.deleted') : message.content || wordsOf(t, message)}
      time={formatDate(i18n.language, 'clock', new Date(createdAt))}
      dateTime={createdAt}
      isEdited={message.editedAt !== null && !isDeleted}
      isDeleted={isDeleted}
    />
  );
}
