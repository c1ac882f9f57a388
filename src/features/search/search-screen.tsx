import { Search, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasWords, wantedOf } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { AppHeader } from '../../components/app-header.tsx';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { Section } from '../../components/section.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import { useEscape } from '../../components/use-escape.ts';
import { useIsWide } from '../../components/use-is-wide.ts';
import { useChatList } from '../../queries/chat-list.ts';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { RowList } from '../shell/row-list.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { FoundChat, FoundMessage, FoundPerson, FoundPost } from './found-rows.tsx';
import * as styles from './search-screen.css.ts';
import type { SearchKind } from './search-talk.ts';
import { useSearch } from './use-search.ts';

const kinds = ['all', 'messages', 'people', 'posts', 'chats'] as const;
/** Of each kind, where all are shown together. */
const FEW = 5;
/** After the last key, until the address says what is asked. */
const SETTLED_MS = 400;

interface SearchScreenProps {
  first: { text: string; kind: SearchKind };
  onChange: (text: string, kind: SearchKind) => void;
}

/** `/search`: everything on this device, while one types, with or without a network. */
export function SearchScreen({ first, onChange }: SearchScreenProps) {
  const { t } = useTranslation();
  const back = useBack('/profile/messages');
  useEscape(back);
  const isWide = useIsWide();
  const [text, setText] = useState(first.text);
  const [kind, setKind] = useState<SearchKind>(first.kind);
  const asked = useDeferredValue(text.trim());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the field, never the other way.
  useEffect(() => {
    const timer = setTimeout(() => onChange(asked, kind), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [asked, kind]);

  return (
    <Screen
      width="narrow"
      header={
        <AppHeader
          title={t('search.title')}
          back={{ onPress: back, isNarrowOnly: true }}
          // On a wide screen the list beside it says so.
          {...(isWide ? {} : { status: <ConnectionStrip /> })}
          below={
            <div className={styles.head}>
              <SearchField label={t('search.field')} value={text} onChange={setText} isFocused />
              <Segmented
                label={t('search.show')}
                value={kind}
                options={kinds.map((value) => ({ value, label: t(`search.kinds.${value}`) }))}
                onChange={setKind}
              />
            </div>
          }
        />
      }
    >
      <Results text={asked} kind={kind} />
    </Screen>
  );
}

function Results({ text, kind }: { text: string; kind: SearchKind }) {
  const { t } = useTranslation();
  const { found, remaining, more } = useSearch(text, kind, null);
  const allChats = useChatList();
  const chatsById = useMemo(() => new Map(allChats?.map((item) => [item.id, item])), [allChats]);
  if (text === '') {
    return <EmptyState icon={<Search size={32} />} line={t('search.start')} hint={t('search.startHint')} />;
  }
  const wanted = wantedOf(text);
  const isShown = (one: SearchKind) => kind === 'all' || kind === one;
  const named = isShown('chats')
    ? (allChats ?? []).filter(
        ({ title, code }) => code !== null && wanted.words.length > 0 && hasWords(title, wanted),
      )
    : [];
  const chats = kind === 'all' ? named.slice(0, FEW) : named;
  const people = isShown('people') ? (found?.people ?? []) : [];
  const posts = isShown('posts') ? (found?.posts ?? []) : [];
  const messages = isShown('messages') ? (found?.messages ?? []) : [];
  const count = chats.length + people.length + posts.length + messages.length;
  const isReading = remaining > 0 && isShown('messages');
  return (
    <section className={styles.results} aria-label={t('search.title')}>
      <ArrowRows>
        <p className={styles.status} role="status">
          {found?.isDone === true && t('search.count', { count: Math.max(count, found.total) })}
          {isReading && ` ${t('search.reading', { count: remaining })}`}
        </p>
        {count === 0 && found?.isDone !== true && <SkeletonList rows={3} />}
        {count === 0 && found?.isDone === true && (
          <EmptyState
            icon={<SearchX size={32} />}
            line={t('search.nothing')}
            hint={t('search.nothingHint')}
          />
        )}
        {chats.length > 0 && (
          <Section title={t('search.kinds.chats')}>
            <RowList items={chats} keyOf={({ id }) => id}>
              {(item) => <FoundChat item={item} text={text} />}
            </RowList>
          </Section>
        )}
        {people.length > 0 && (
          <Section title={t('search.kinds.people')}>
            <RowList items={people} keyOf={({ id }) => id}>
              {(user) => <FoundPerson user={user} text={text} />}
            </RowList>
          </Section>
        )}
        {messages.length > 0 && (
          <Section title={t('search.kinds.messages')}>
            <RowList items={messages} keyOf={({ id }) => id}>
              {(message) => (
                <FoundMessage message={message} chat={chatsById.get(message.chatId)} text={text} />
              )}
            </RowList>
          </Section>
        )}
        {messages.length > 0 && found?.next != null && (
          <Button variant="secondary" isWide onClick={more}>
            {t('search.more')}
          </Button>
        )}
        {posts.length > 0 && (
          <Section title={t('search.kinds.posts')}>
            <RowList items={posts} keyOf={({ id }) => id}>
              {(post) => <FoundPost post={post} text={text} />}
            </RowList>
          </Section>
        )}
      </ArrowRows>
    </section>
  );
}
