import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import type { Feed, FeedPost } from '../../queries/posts.ts';
import { PostCard } from './post-card.tsx';
import * as styles from './posts-screen.css.ts';

const CARD_PX = 180;
const NEAR_END = 4;

interface FeedListProps {
  feed: Feed;
  scroller: HTMLDivElement;
  isLoadingMore: boolean;
  /** Why nothing more comes, if that is so. */
  endNote?: ReactNode;
  onMore: () => void;
  onOptions: (item: FeedPost) => void;
}

/** Posts as a virtual list that grows as its end comes near; the button is for those who do not scroll. */
export function FeedList({ feed, scroller, isLoadingMore, endNote, onMore, onOptions }: FeedListProps) {
  const { t } = useTranslation();
  const { posts, end } = feed;
  const virtualizer = useVirtualizer({
    count: posts.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => posts[index]?.post.id ?? index,
    estimateSize: () => CARD_PX,
    overscan: 6,
  });
  const rows = virtualizer.getVirtualItems();
  const hasMore = end === 'stored' || end === 'gap';
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= posts.length - NEAR_END;
  useEffect(() => {
    if (hasMore && isNearEnd && !isLoadingMore && endNote === undefined) onMore();
  }, [hasMore, isNearEnd, isLoadingMore, endNote, onMore]);
  return (
    <>
      <div className={styles.column} style={{ blockSize: virtualizer.getTotalSize() }} role="feed">
        {rows.map((row) => {
          const item = posts[row.index];
          return (
            item && (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className={styles.item}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <PostCard item={item} onOptions={onOptions} />
              </div>
            )
          );
        })}
      </div>
      {hasMore && (
        <div className={styles.end}>
          {endNote}
          <Button variant="secondary" size="sm" isLoading={isLoadingMore} onClick={onMore}>
            {t('action.showMore')}
          </Button>
        </div>
      )}
    </>
  );
}
