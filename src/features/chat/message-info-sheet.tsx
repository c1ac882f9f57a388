import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Section } from '../../components/section.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { formatDate, formatListTime } from '../../i18n/format.ts';
import type { OpenChat } from '../../queries/chat.ts';
import type { People } from '../../queries/messages.ts';
import { fullName } from '../../queries/people.ts';
import { useSelectedMessages } from '../../queries/selected-messages.ts';
import { useEngine } from '../../session/services.tsx';
import { PersonName } from '../people/person-name.tsx';
import { type Receipt, receiptsOf } from './message-receipts.ts';

interface MessageInfoSheetProps {
  isOpen: boolean;
  message: LocalMessage;
  chat: OpenChat;
  people: People;
  /** In this chat it is told who has seen what, and I am told. */
  hasReceipts: boolean;
  onClose: () => void;
}

/** Who has seen a message and when, whom it has reached, and who has reacted. All of it is on the device. */
export function MessageInfoSheet({
  isOpen,
  message: opened,
  chat,
  people,
  hasReceipts,
  onClose,
}: MessageInfoSheetProps) {
  const { t, i18n } = useTranslation();
  const { userId: me } = useEngine();
  const [live] = useSelectedMessages('info', chat.id, [opened.id]) ?? [];
  const message = live ?? opened;
  const now = new Date(useMinute());
  const isTold = hasReceipts && message.senderId === me && message.seq !== null;
  const { seen, delivered, waiting } = receiptsOf(message, isTold ? chat.others : []);
  const { listens = [] } = message;
  const personOf = (userId: string) => people.get(userId) ?? chat.users.get(userId);
  const row = (userId: string, end: ReactNode) => {
    const person = personOf(userId);
    const name = userId === me ? t('chats.youName') : person ? fullName(person) : '…';
    return (
      <ListRow
        key={userId}
        leading={<Avatar id={userId} name={name} pictureId={person?.avatarId} size="sm" />}
        title={person && userId !== me ? <PersonName user={person} /> : name}
        meta={end}
      />
    );
  };
  const list = (title: string, receipts: readonly Receipt[]) =>
    receipts.length > 0 && (
      <Section title={title} surface="plain">
        {receipts.map(({ userId, at }) =>
          row(
            userId,
            at === null ? undefined : (
              <time dateTime={at} title={formatDate(i18n.language, 'exact', new Date(at))}>
                {formatListTime(i18n.language, new Date(at), now)}
              </time>
            ),
          ),
        )}
      </Section>
    );
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('chat.info')}
      description={t('chat.infoSent', {
        time: formatDate(i18n.language, 'exact', new Date(message.createdAt)),
      })}
    >
      {isTold && list(t('chat.infoListened', { count: listens.length }), listens)}
      {list(t('chat.infoSeen', { count: seen.length }), seen)}
      {list(t('chat.infoDelivered', { count: delivered.length }), delivered)}
      {list(t('chat.infoWaiting', { count: waiting.length }), waiting)}
      {message.reactions.length > 0 && (
        <Section title={t('chat.infoReactions', { count: message.reactions.length })} surface="plain">
          {message.reactions.map(({ userId, emoji }) => row(userId, emoji))}
        </Section>
      )}
    </Sheet>
  );
}
