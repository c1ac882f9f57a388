import { Pencil, Reply } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { ComposerContext } from '../../components/composer-context.tsx';
import type { OpenChat } from '../../queries/chat.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { fullName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { MediaThumb } from '../media/media-thumb.tsx';
import type { Draft } from './draft.ts';
import { oneLine, pictureOf } from './message-parts.ts';

interface ComposeContextProps {
  chat: OpenChat;
  draft: Draft;
  messages: MessagesWindow | undefined;
}

/** Says what the field is for while it answers or changes a message. */
export function ComposeContext({ chat, draft, messages }: ComposeContextProps) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  const find = (id: string) =>
    messages?.messages.find((message) => message.id === id) ?? messages?.quoted.get(id);
  if (draft.edit !== null) {
    return (
      <ComposerContext
        icon={<Pencil size={20} />}
        title={t('chat.editing')}
        words={oneLine(t, find(draft.edit.messageId))}
        {...thumbOf(find(draft.edit.messageId))}
        cancelLabel={t('chat.stopEdit')}
        onCancel={draft.stopEdit}
      />
    );
  }
  if (draft.replyToId === null) return null;
  const answered = find(draft.replyToId);
  const sender = answered?.senderId ? (messages?.people.get(answered.senderId) ?? chat.person) : undefined;
  const name = answered?.senderId === userId ? t('chats.youName') : sender ? fullName(sender) : '…';
  return (
    <ComposerContext
      icon={<Reply size={20} />}
      title={t('chat.replyingTo', { name })}
      words={oneLine(t, answered)}
      {...thumbOf(answered)}
      cancelLabel={t('chat.stopReply')}
      onCancel={() => draft.replyTo(null)}
    />
  );
}

const thumbOf = (message: LocalMessage | undefined) => {
  const media = pictureOf(message);
  return media === null ? {} : { picture: <MediaThumb media={media} /> };
};
