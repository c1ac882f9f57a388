import { Search, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasWords, wantedOf } from '../../../protocol/index.ts';
import type { MessageQuery } from '../../../sync/index.ts';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useChatList } from '../../queries/chat-list.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { RowList } from '../shell/row-list.tsx';
import { Beyond } from './beyond.tsx';
import { isAsked } from './filters.ts';
import { FoundChat, FoundMessage, FoundPerson, FoundPost } from './found-rows.tsx';
import * as styles from './search-screen.css.ts';
import type { SearchKind } from './search-talk.ts';
import { useSearch } from './use-search.ts';
import { type ServerSearch, useServerSearch } from './use-server-search.ts';

/** Of each kind, where all are shown together. */
const FEW = 5;

interface ResultsProps {
  /** The same object while it asks the same. */
  query: MessageQuery;
  kind: SearchKind;
}

type Row<T> = { readonly item: T; readonly isAway: boolean };
const rowsOf = <T,>(here: readonly T[], away: readonly T[]): Row<T>[] => [
  ...here.map((item) => ({ item, isAway: false })),
  ...away.map((item) => ({ item, isAway: true })),
];

/** What this device has found, and behind it, in the same lists, what only the server has. */
export function Results({ query, kind }: ResultsProps) {
  const { t } = useTranslation();
  const { text } = query;
  const { found, remaining, more } = useSearch(query, kind);
  const away = useServerSearch(query, kind);
  const allChats = useChatList();
  const chatsById = useMemo(() => new Map(allChats?.map((item) => [item.id, item])), [allChats]);
  if (!isAsked(query)) {
    return <EmptyState icon={<Search size={32} />} line={t('search.start')} hint={t('search.startHint')} />;
  }
  const wanted = wantedOf(text);
  const isShown = (one: SearchKind) => kind === 'all' || kind === one;
  const limited = <T,>(rows: readonly T[]): readonly T[] => (kind === 'all' ? rows.slice(0, FEW) : rows);
  const named = isShown('chats')
    ? (allChats ?? []).filter(
        ({ title, code }) => code !== null && wanted.words.length > 0 && hasWords(title, wanted),
      )
    : [];
  const chats = limited(named);
  const people = isShown('people') ? limited(rowsOf(found?.people ?? [], away.people)) : [];
  const posts = isShown('posts') ? limited(rowsOf(found?.posts ?? [], away.posts)) : [];
  const isDone = found?.isDone === true;
  // The device's own first, all of them: what the server adds stands behind their end.
  const hasMoreHere = found?.next != null;
  const awayMessages = isShown('messages') && isDone && !hasMoreHere ? away.messages : [];
  const messages = isShown('messages') ? rowsOf(found?.messages ?? [], awayMessages) : [];
  const rows = [...people, ...posts, ...messages];
  const awayCount = rows.filter(({ isAway }) => isAway).length;
  const count = chats.length + rows.length;
  const here = Math.max(count - awayCount, found?.total ?? 0);
  const isReading = remaining > 0 && isShown('messages');
  const isLooking = !isDone || away.state === 'asking';
  return (
    <section className={styles.results} aria-label={t('search.title')}>
      <ArrowRows>
        <p className={styles.status} role="status">
          {isDone && t('search.count', { count: here })}
          {awayCount > 0 && ` · ${t('search.countAway', { count: awayCount })}`}
          {isReading && ` ${t('search.reading', { count: remaining })}`}
        </p>
        {count === 0 && isLooking && <SkeletonList rows={3} />}
        {count === 0 && !isLooking && <Nothing away={away} />}
        {chats.length > 0 && (
          <Section title={t('search.kinds.chats')}>
            <RowList items={chats} keyOf={({ id }) => id}>
              {(item) => <FoundChat item={item} text={text} />}
            </RowList>
          </Section>
        )}
        {people.length > 0 && (
          <Section title={t('search.kinds.people')}>
            <RowList items={people} keyOf={({ item }) => item.id}>
              {({ item, isAway }) => <FoundPerson user={item} text={text} isAway={isAway} />}
            </RowList>
          </Section>
        )}
        {messages.length > 0 && (
          <Section title={t('search.kinds.messages')}>
            <RowList items={messages} keyOf={({ item }) => item.id}>
              {({ item, isAway }) => (
                <FoundMessage
                  message={item}
                  chat={chatsById.get(item.chatId)}
                  text={text}
                  isAway={isAway}
                  sentBy={away.senders.get(item.senderId ?? '')}
                />
              )}
            </RowList>
          </Section>
        )}
        {messages.length > 0 && hasMoreHere && (
          <Button variant="secondary" isWide onClick={more}>
            {t('search.more')}
          </Button>
        )}
        {isShown('messages') && isDone && !hasMoreHere && away.state === 'found' && away.next !== null && (
          <Button variant="secondary" isWide onClick={away.more}>
            {t('search.more')}
          </Button>
        )}
        {posts.length > 0 && (
          <Section title={t('search.kinds.posts')}>
            <RowList items={posts} keyOf={({ item }) => item.id}>
              {({ item, isAway }) => <FoundPost post={item} text={text} isAway={isAway} />}
            </RowList>
          </Section>
        )}
        {count > 0 && <Beyond away={away} hasAway={awayCount > 0} />}
      </ArrowRows>
    </section>
  );
}

function Nothing({ away }: { away: ServerSearch }) {
  const { t } = useTranslation();
  const isOffline = useEngineStatus().connection === 'offline';
  const hint = isOffline
    ? 'search.offline'
    : away.state === 'failed'
      ? 'search.failed'
      : 'search.nothingHint';
  return (
    <EmptyState
      icon={<SearchX size={32} />}
      line={t('search.nothing')}
      hint={t(hint)}
      {...(away.state === 'failed' && !isOffline
        ? {
            action: (
              <Button variant="secondary" onClick={away.more}>
                {t('search.again')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
