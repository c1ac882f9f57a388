import { Link } from '@tanstack/react-router';
import { Star, StarOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Screen } from '../../components/screen.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useIsWide } from '../../components/use-is-wide.ts';
import { formatListTime } from '../../i18n/format.ts';
import { isolate } from '../../i18n/isolate.ts';
import { type ChatListItem, useChatList } from '../../queries/chat-list.ts';
import { firstName, useKnownPerson } from '../../queries/people.ts';
import { useStarredMessages } from '../../queries/starred-messages.ts';
import { useUnknownList } from '../../queries/unknown-list.ts';
import { useEngine } from '../../session/services.tsx';
import { MediaThumb } from '../media/media-thumb.tsx';
import { ChatFace } from '../people/chat-face.tsx';
import { ChatTitle, PersonName } from '../people/person-name.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { oneLine, pictureOf } from './message-parts.ts';
import * as styles from './starred-screen.css.ts';
import { useSaidMutate } from './use-said-mutate.ts';
import { useStarMessages } from './use-star-message.ts';

/** `/chats/starred`: what I have starred, with or without a network; with `?in=` those of one chat. */
export function StarredScreen({ chatId }: { chatId: string | undefined }) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  const isWide = useIsWide();
  const starred = useStarredMessages(chatId ?? null);
  const allChats = useChatList();
  const chats = useMemo(() => new Map(allChats?.map((item) => [item.id, item])), [allChats]);
  const starAll = useStarMessages(useSaidMutate());
  const unknown = useUnknownList();
  const chat = chatId === undefined ? undefined : chats.get(chatId);
  const isEmpty = starred?.length === 0;
  return (
    <Screen
      width="narrow"
      header={
        <AppHeader
          title={t('starred.title')}
          {...(chat ? { subtitle: isolate(chat.title) } : {})}
          back={{ onPress: back, isNarrowOnly: true }}
          {...(isWide ? {} : { status: <ConnectionStrip /> })}
        />
      }
    >
      {(starred === undefined || (isEmpty && unknown === 'pulling')) && <SkeletonList />}
      {isEmpty && unknown !== 'pulling' && (
        <EmptyState
          icon={<Star size={32} />}
          line={unknown === null ? t('starred.empty') : t('chats.emptyOffline')}
          {...(unknown === null ? { hint: t('starred.emptyHint') } : {})}
        />
      )}
      {starred !== undefined && starred.length > 0 && (
        <ArrowRows>
          <ul>
            {starred.map((message) => (
              <li key={message.id} className={styles.row}>
                <div className={styles.main} id={`starred-${message.id}`}>
                  <StarredRow message={message} chat={chats.get(message.chatId)} />
                </div>
                <IconButton
                  label={t('starred.unstar')}
                  icon={<StarOff size={20} />}
                  aria-describedby={`starred-${message.id}`}
                  onClick={({ currentTarget }) => {
                    focusNeighbour(currentTarget);
                    starAll([message], false);
                  }}
                />
              </li>
            ))}
          </ul>
        </ArrowRows>
      )}
    </Screen>
  );
}

/** The row goes with its star: the focus goes on to the button of the next one. */
const focusNeighbour = (button: HTMLElement): void => {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>(':scope > button')?.focus();
};

interface StarredRowProps {
  message: LocalMessage;
  /** Undefined while the list is read. */
  chat: ChatListItem | undefined;
}

/** Which chat it is from, what it says and when; a press leads to it. */
function StarredRow({ message, chat }: StarredRowProps) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const now = new Date(useMinute());
  const sender = useKnownPerson(message.senderId);
  const picture = pictureOf(message);
  const lead =
    message.senderId === userId ? (
      t('chats.you')
    ) : sender && !chat?.person && !chat?.isSaved ? (
      <PersonName user={sender}>{isolate(firstName(sender))}:</PersonName>
    ) : undefined;
  return (
    <ListRow
      {...(chat ? { leading: <ChatFace chat={chat} /> } : {})}
      title={chat && <ChatTitle chat={chat} />}
      meta={formatListTime(i18n.language, new Date(message.createdAt), now)}
      subtitle={oneLine(t, message)}
      isWrapping
      {...(lead === undefined ? {} : { subtitleLead: lead })}
      {...(picture === null ? {} : { trailing: <MediaThumb media={picture} /> })}
      {...(chat?.code
        ? {
            render: (
              <Link
                to="/chats/$uniqueCode"
                params={{ uniqueCode: chat.code }}
                search={{ message: message.id, ...(message.seq === null ? {} : { at: message.seq }) }}
              />
            ),
          }
        : {})}
    />
  );
}
