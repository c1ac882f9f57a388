import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChatItem,
  type ErrorKind,
  type MessageRow,
  messageRow,
  type UserRow,
  userRow,
  z,
} from '../../../protocol/index.ts';
import { MessageBubble } from '../../components/message-bubble.tsx';
import { MessageColumn } from '../../components/message-column.tsx';
import { SystemLine } from '../../components/message-lines.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { PersonName } from '../people/person-name.tsx';
import { wordsOf } from './message-parts.ts';

export type PreviewLine = { readonly message: MessageRow; readonly sender: UserRow | undefined };

const preview = z.object({ messages: z.array(messageRow), people: z.array(userRow) });
type Preview = z.infer<typeof preview>;

/** Deleted, or closed to those who are not in it. */
const OVER: ReadonlySet<ErrorKind> = new Set(['not_found', 'forbidden']);

const questionOf = (chatId: string | null): string => `preview ${chatId}`;

const linesOf = ({ messages, people }: Preview): readonly PreviewLine[] => {
  const peopleById = new Map(people.map((person) => [person.id, person]));
  return messages
    .filter(({ kind }) => kind === 'user')
    .map((message) => ({ message, sender: peopleById.get(message.senderId ?? '') }))
    .toReversed();
};

/** What was said last in a public chat, before one joins, as this device has kept what the server says. */
export const useChatPreview = (chat: Pick<ChatItem, 'id' | 'type'> | null): readonly PreviewLine[] => {
  const { api, session } = useServices();
  const engine = useEngine();
  /** What could not be kept, as on a full disk. */
  const [unkept, setUnkept] = useState<Preview | null>(null);
  const chatId = chat?.type === 'PUBLIC' ? chat.id : null;
  useEffect(() => {
    const token = session.token();
    if (token === null || chatId === null) return;
    let isCurrent = true;
    void api.chatPreview(token, chatId).then((answer) => {
      // Without an answer there is still the button to join.
      if (!isCurrent || answer.kind === 'unreachable') return;
      const isOver = answer.kind === 'refused' && OVER.has(answer.error.kind);
      if (answer.kind === 'refused' && !isOver) return;
      const said = answer.kind === 'done' ? answer.data : null;
      engine.keepAnswer(questionOf(chatId), said).catch(() => isCurrent && setUnkept(said));
    });
    return () => {
      isCurrent = false;
    };
  }, [api, engine, session, chatId]);
  const kept = useKeptAnswer(questionOf(chatId), preview);
  const shown = unkept ?? kept;
  return useMemo(() => (shown ? linesOf(shown) : []), [shown]);
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
