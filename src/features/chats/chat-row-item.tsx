import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { BellOff, Pin } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftRow, messageDeliveryState } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { Badge, MentionBadge, NewFriendBadge } from '../../components/badge.tsx';
import { ChoiceMark } from '../../components/choice-mark.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { MessageState } from '../../components/message-state.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { isolate } from '../../i18n/isolate.ts';
import { type ChatListItem, type LastMessage, useLastMessage } from '../../queries/chat-list.ts';
import { useUnseenMentions } from '../../queries/mentions.ts';
import { firstName } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { useTyping } from '../../session/use-live.ts';
import { wordsOf } from '../chat/message-parts.ts';
import { systemText } from '../chat/system-text.ts';
import { useNewFriend } from '../friends/new-friends.ts';
import { useMuteWords } from '../mute/use-mute-words.ts';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle, PersonName } from '../people/person-name.tsx';
import * as styles from './chat-row-item.css.ts';

interface ChatRowItemProps {
  item: ChatListItem;
  isCurrent: boolean;
  /** While several are being selected: whether it is one of them. */
  isSelected: boolean | undefined;
  onSelect: (id: string) => void;
}

/** One chat in the list: who, when, the last words or the draft, what is new. */
export const ChatRowItem = memo(function ChatRowItem({
  item,
  isCurrent,
  isSelected,
  onSelect,
}: ChatRowItemProps) {
  const { t, i18n } = useTranslation();
  const now = new Date(useMinute());
  const { userId } = useEngine();
  const { chat, person, draft, others, unseen, isQuiet, membership, mute, pinRank } = item;
  const muted = useMuteWords(mute);
  const last = useLastMessage(membership);
  const own = last?.message?.kind === 'user' && last.message.senderId === userId ? last.message : null;
  const lastState = own && messageDeliveryState(own, last?.row, others);
  const isTyping = useTyping(chat.id).length > 0;
  const hasNew = unseen > 0;
  const { isNew: isNewFriend } = useNewFriend(person?.id);
  const time = formatListTime(i18n.language, new Date(item.atMs), now);
  return (
    <ListRow
      leading={<ChatFace chat={item} />}
      title={<ChatTitle chat={item} />}
      meta={
        lastState !== null && !draft ? (
          <span className={styles.meta}>
            <MessageState state={lastState} />
            {time}
          </span>
        ) : (
          time
        )
      }
      {...(draft
        ? {
            subtitleLead: t('chats.draft'),
            subtitleLeadTone: 'draft' as const,
            subtitle: draftWords(t, draft),
          }
        : {
            ...(own === null || isTyping || item.isSaved ? {} : { subtitleLead: t('chats.you') }),
            subtitle: isTyping ? t('chat.typing') : <LastLine last={last} item={item} />,
          })}
      {...(hasNew || isNewFriend || muted !== null || pinRank !== null
        ? {
            badge: (
              <span className={styles.badges}>
                {muted !== null && <BellOff className={styles.mark} size={16} aria-label={muted} />}
                {pinRank !== null && (
                  <Pin className={styles.mark} size={16} aria-label={t('chatPins.mark')} />
                )}
                {isNewFriend && <NewFriendBadge />}
                {hasNew && !item.isBlocked && <NamesMe membership={membership} />}
                {hasNew && <Badge count={unseen} tone={isQuiet ? 'muted' : 'new'} />}
              </span>
            ),
          }
        : {})}
      isUnread={hasNew && last?.message !== undefined}
      isCurrent={isCurrent}
      {...(isSelected !== undefined
        ? {
            trailing: <ChoiceMark isChosen={isSelected} />,
            render: (
              // biome-ignore lint/a11y/useSemanticElements: a row with a face and two lines is no native checkbox.
              <button type="button" role="checkbox" aria-checked={isSelected} />
            ),
            onPress: () => onSelect(item.id),
          }
        : item.code === null
          ? {}
          : { render: <Link to="/chats/$uniqueCode" params={{ uniqueCode: item.code }} /> })}
    />
  );
});

/** Whether something new in the chat names me. */
function NamesMe({ membership }: Pick<ChatListItem, 'membership'>) {
  return useUnseenMentions(membership).length > 0 && <MentionBadge />;
}

/** What waits in the composer; where nothing is typed, the new words for a message, or how much is attached. */
const draftWords = (t: TFunction, { content, edit, files = [] }: DraftRow): string =>
  content || edit?.content || (files.length > 0 ? t('media.count', { count: files.length }) : '');

function LastLine({ last, item }: { last: LastMessage | undefined; item: ChatListItem }) {
  const { t } = useTranslation();
  const { userId } = useEngine();
  // Keeps the line's height for the moment until it is read.
  if (!last) return <span data-reading="">{'\u00a0'}</span>;
  if (!last.message && item.isBlocked) return t('chats.empty');
  if (!last.message && item.isSaved) return t('saved.empty');
  if (!last.message) return item.person ? t('chat.systemCreated') : t('chat.empty');
  if (last.message.kind === 'system') return systemText(last.message, { t, users: last.users });
  if (last.message.deletedAt !== null) return t('chat.deleted');
  const words = wordsOf(t, last.message);
  const sender = item.person ? undefined : last.users.get(last.message.senderId ?? '');
  return (
    <>
      {sender && sender.id !== userId && (
        <>
          <PersonName user={sender}>{isolate(firstName(sender))}</PersonName>:{' '}
        </>
      )}
      {isolate(words)}
      {/* Which message it is, for the snapshot of the list (use-list-snapshot.ts): empty, so that the line is cut as text. */}
      <span hidden data-message={last.message.id} />
    </>
  );
}
