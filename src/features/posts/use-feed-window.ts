import { useCallback, useEffect, useRef, useState } from 'react';
import { type Hint, type ListId, listId } from '../../../sync/index.ts';
import {
  type Feed,
  type FeedKind,
  feedList,
  readNewestPlace,
  type Stretch,
  useFeed,
} from '../../queries/feed.ts';
import { useEngine, useEngineStatus } from '../../session/services.tsx';
import { useHints } from './use-hints.ts';

/** Until the list has told what it shows. */
const FIRST: Stretch = { first: 0, last: 39 };
/** Of a long list the newest ones: those change most. */
const LOOKED_AT_MAX = 40;
/** While somebody looks at the feed: what is new becomes a pill. */
const LOOK_AGAIN_MS = 30_000;
const ALL = listId('feed', 'all');

// For as long as the page is open: coming back finds the list as it was left.
const places = new WeakMap<object, { shownTo: string | null; stretch: Stretch }>();

export type FeedWindow = {
  readonly feed: Feed | undefined;
  readonly isLoadingMore: boolean;
  /** The way down is blocked because there is no network. */
  readonly isHeldUp: boolean;
  readonly showMore: () => void;
  /** What the list shows and what is near it: only that is read. */
  readonly showStretch: (stretch: Stretch) => void;
  /** Shows what is new. */
  readonly showNew: () => Promise<void>;
  /** Asks for what is new and shows it; answers whether the server could be asked. */
  readonly refresh: () => Promise<boolean>;
};

/** The stretch of the feed on the screen: it grows downwards, and never moves under the thumb. */
export function useFeedWindow(kind: FeedKind): FeedWindow {
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const kept = places.get(engine) ?? { shownTo: null, stretch: FIRST };
  const [shownTo, setShownTo] = useState(kept.shownTo);
  const [stretch, setStretch] = useState(kind === 'all' ? kept.stretch : FIRST);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [heldUp, setHeldUp] = useState<ListId | null>(null);
  const list = feedList(kind, engine.userId);
  const feed = useFeed(kind, shownTo, stretch);
  const isOffline = connection === 'offline';
  useEffect(() => {
    if (kind === 'all') places.set(engine, { shownTo, stretch });
  }, [engine, kind, shownTo, stretch]);

  // The first list that there is decides what counts as new.
  const newest = feed?.newest ?? null;
  useEffect(() => {
    if (kind === 'all' && shownTo === null && newest !== null) setShownTo(newest);
  }, [kind, newest, shownTo]);

  useEffect(() => {
    if (kind !== 'all' || isOffline) return;
    const look = () => {
      if (document.visibilityState === 'visible') void engine.loadNewest(ALL);
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [engine, kind, isOffline]);

  const askAfter = useCallback(
    (hint: Hint) => {
      if (hint.isFeed) void engine.loadNewest(ALL);
      if (hint.postIds.length > 0) void engine.revalidate(ALL);
    },
    [engine],
  );
  const shownIds = (feed?.ids ?? []).slice(0, LOOKED_AT_MAX);
  useHints({ postIds: shownIds, isFeed: kind === 'all' }, askAfter);

  const isLoading = useRef(false);
  const showMore = useCallback(() => {
    if (isLoading.current) return;
    isLoading.current = true;
    setIsLoadingMore(true);
    void engine
      .loadOlder(list)
      .then((outcome) => {
        setHeldUp(outcome === 'offline' ? list : null);
      })
      .finally(() => {
        isLoading.current = false;
        setIsLoadingMore(false);
      });
  }, [engine, list]);
  useEffect(() => {
    if (!isOffline) setHeldUp(null);
  }, [isOffline]);

  const showStretch = useCallback((wanted: Stretch) => {
    setStretch((before) => (before.first === wanted.first && before.last === wanted.last ? before : wanted));
  }, []);

  // Read anew: what a query has kept from before would lead back to where the reader was.
  const showNew = useCallback(async () => {
    const stored = await readNewestPlace(engine.db);
    setShownTo(stored ?? newest);
  }, [engine, newest]);
  const refresh = useCallback(async () => {
    const outcome = await engine.loadNewest(ALL);
    if (outcome === 'offline') return false;
    await showNew();
    return true;
  }, [engine, showNew]);
  return { feed, isLoadingMore, isHeldUp: heldUp === list, showMore, showStretch, showNew, refresh };
}
