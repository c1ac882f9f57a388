import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowRows } from '../../components/arrow-rows.tsx';
import { Button } from '../../components/button.tsx';
import { keptPosition } from '../../components/kept-scroll.ts';
import { SkeletonCard } from '../../components/skeleton.tsx';
import type { Feed, Stretch } from '../../queries/feed.ts';
import type { FeedPost } from '../../queries/posts.ts';
import { PostCard } from './post-card.tsx';
import * as styles from './posts-screen.css.ts';

const CARD_PX = 180;
const NEAR_END = 4;
/** Rows are asked for in steps of so many, and one step more than the screen shows to either side. */
const STEP = 20;

type Heights = ReturnType<ReturnType<typeof useVirtualizer>['takeSnapshot']>;
// For as long as the page is open: a list one comes back to is as high as it was, and its scroll position means the same.
const knownHeights = new Map<string, Heights>();

interface FeedListProps {
  /** Whose heights are remembered. */
  name: string;
  feed: Feed;
  scroller: HTMLDivElement;
  isLoadingMore: boolean;
  /** Why nothing more comes, if that is so. */
  endNote?: ReactNode;
  onMore: () => void;
  /** What is on the screen, and around it. */
  onStretch: (stretch: Stretch) => void;
  onOptions: (item: FeedPost) => void;
}

/** Posts as a virtual list that grows as its end comes near; the button is for those who do not scroll. */
export function FeedList({
  name,
  feed,
  scroller,
  isLoadingMore,
  endNote,
  onMore,
  onStretch,
  onOptions,
}: FeedListProps) {
  const { t } = useTranslation();
  const { ids, posts, end } = feed;
  const initialMeasurementsCache = useRef(knownHeights.get(name) ?? []).current;
  const initialOffset = useRef(keptPosition(`posts ${name}`)).current;
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => CARD_PX,
    overscan: 6,
    initialMeasurementsCache,
    initialOffset,
  });
  useLayoutEffect(
    () => () => {
      knownHeights.set(name, virtualizer.takeSnapshot());
    },
    [name, virtualizer],
  );
  useLayoutEffect(() => {
    scroller.scrollTop = initialOffset;
  }, [scroller, initialOffset]);
  const rows = virtualizer.getVirtualItems();
  const first = Math.max(0, Math.floor((rows[0]?.index ?? 0) / STEP) - 1) * STEP;
  const last = (Math.ceil(((rows.at(-1)?.index ?? 0) + 1) / STEP) + 1) * STEP - 1;
  useEffect(() => onStretch({ first, last }), [first, last, onStretch]);
  const hasMore = end === 'gap';
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= ids.length - NEAR_END;
  useEffect(() => {
    if (hasMore && isNearEnd && !isLoadingMore && endNote === undefined) onMore();
  }, [hasMore, isNearEnd, isLoadingMore, endNote, onMore]);
  return (
    <>
      <ArrowRows>
        <div className={styles.column} style={{ blockSize: virtualizer.getTotalSize() }} role="feed">
          {rows.map((row) => {
            const item = posts.get(ids[row.index] ?? '');
            // Not measured: its height is a guess until the post is there.
            return item ? (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className={styles.item}
                style={{ insetBlockStart: row.start }}
              >
                <PostCard item={item} onOptions={onOptions} />
              </div>
            ) : (
              <div
                key={`${row.key} is coming`}
                className={styles.coming}
                style={{ insetBlockStart: row.start, blockSize: row.size }}
              >
                <SkeletonCard />
              </div>
            );
          })}
        </div>
      </ArrowRows>
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
