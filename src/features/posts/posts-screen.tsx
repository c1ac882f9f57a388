import { Link } from '@tanstack/react-router';
import { ArrowUp, Newspaper, RefreshCw, Trash2 } from 'lucide-react';
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../components/app-header.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Screen } from '../../components/screen.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SkeletonList } from '../../components/skeleton.tsx';
import type { FeedKind } from '../../queries/feed.ts';
import { type FeedPost, usePostDrafts } from '../../queries/posts.ts';
import { useEngineStatus } from '../../session/services.tsx';
import { OutboxChip } from '../outbox/outbox-chip.tsx';
import { ConnectionStrip } from '../shell/connection-strip.tsx';
import { TroubleBanner } from '../shell/trouble-banner.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { FeedList } from './feed-list.tsx';
import { type PostSheetState, PostSheets } from './post-sheets.tsx';
import * as styles from './posts-screen.css.ts';
import { useFeedWindow } from './use-feed-window.ts';

interface PostsScreenProps {
  kind: FeedKind;
  onKind: (kind: FeedKind) => void;
}

/** `/posts` */
export function PostsScreen({ kind, onKind }: PostsScreenProps) {
  const { t } = useTranslation();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const list = useFeedWindow(kind);
  const refresh = useRefresh(list.refresh);
  const [sheet, setSheet] = useState<PostSheetState>(null);
  const newAbove = list.feed?.newAbove ?? 0;
  return (
    <Screen
      scrollRef={setScroller}
      scrollName={`posts ${kind}`}
      onRefresh={refresh}
      banner={<TroubleBanner />}
      header={
        <AppHeader
          title={t('posts.title')}
          size="large"
          actions={
            <>
              {newAbove > 0 && (
                <button
                  type="button"
                  className={styles.pill}
                  onClick={() => {
                    void list.showNew().then(() => scroller?.scrollTo({ top: 0 }));
                  }}
                >
                  <ArrowUp size={18} aria-hidden="true" />
                  {t('posts.newPosts', { count: newAbove })}
                </button>
              )}
              <IconButton
                label={t('posts.bin')}
                icon={<Trash2 size={22} aria-hidden="true" />}
                render={<Link to="/posts/bin" />}
              />
              <IconButton
                label={t('posts.refresh')}
                icon={<RefreshCw size={22} aria-hidden="true" />}
                onClick={() => void refresh()}
              />
            </>
          }
          below={
            <>
              <Segmented
                label={t('posts.title')}
                value={kind}
                options={[
                  { value: 'all', label: t('posts.all') },
                  { value: 'mine', label: t('posts.mine') },
                ]}
                onChange={onKind}
              />
              <div className={styles.chips}>
                <DraftsChip />
                <OutboxChip />
              </div>
            </>
          }
          status={<ConnectionStrip />}
        />
      }
    >
      <FeedBody kind={kind} list={list} scroller={scroller} onSheet={setSheet} />
      <PostSheets state={sheet} onChange={setSheet} />
    </Screen>
  );
}

function DraftsChip() {
  const { t } = useTranslation();
  const drafts = usePostDrafts();
  if (!drafts || drafts.length === 0) return null;
  return (
    <Button size="sm" variant="secondary" render={<Link to="/posts/drafts" />}>
      {t('posts.drafts')} · {drafts.length}
    </Button>
  );
}

interface FeedBodyProps {
  kind: FeedKind;
  list: ReturnType<typeof useFeedWindow>;
  scroller: HTMLDivElement | null;
  onSheet: Dispatch<SetStateAction<PostSheetState>>;
}

function FeedBody({ kind, list, scroller, onSheet }: FeedBodyProps) {
  const { t } = useTranslation();
  const { connection } = useEngineStatus();
  const { feed } = list;
  const onOptions = useCallback((item: FeedPost) => onSheet({ kind: 'options', item }), [onSheet]);
  if (feed === undefined || scroller === null) return <SkeletonList rows={5} />;
  // Where all of a page is muted or hidden, what comes below it is asked for all the same.
  if (feed.ids.length > 0 || feed.end === 'gap') {
    return (
      <FeedList
        key={kind}
        name={kind}
        feed={feed}
        scroller={scroller}
        isLoadingMore={list.isLoadingMore}
        onMore={list.showMore}
        onStretch={list.showStretch}
        onOptions={onOptions}
        {...(list.isHeldUp ? { endNote: <span>{t('posts.offline')}</span> } : {})}
      />
    );
  }
  const isUnknown = feed.end === 'unknown' && kind === 'all';
  if (isUnknown && connection !== 'offline') return <SkeletonList rows={5} />;
  return (
    <EmptyState
      icon={<Newspaper size={32} />}
      line={isUnknown ? t('posts.offline') : t('posts.empty')}
      {...(isUnknown ? { hint: t('posts.offlineHint') } : {})}
      {...(kind === 'mine' ? { hint: t('posts.noOwn') } : {})}
      action={<Button render={<Link to="/posts/create" />}>{t('posts.emptyAction')}</Button>}
    />
  );
}
