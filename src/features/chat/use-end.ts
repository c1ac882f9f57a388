import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MessagesWindow } from '../../queries/messages.ts';
import { prefersLessMotion } from '../../theme/device-preferences.ts';
import type { TimelineItem } from './timeline.ts';
import type { Extent } from './use-extent.ts';

const SMOOTH_UP_TO_PX = 3_000;
/** Room for what is out of sight and what comes in meanwhile. */
const END_SPARE = 60;

interface EndOptions {
  items: readonly TimelineItem[];
  messages: MessagesWindow;
  unseenAfter: number | null;
  part: Pick<Extent, 'showNewest'>;
  virtualizer: Pick<
    Virtualizer<HTMLDivElement, Element>,
    'scrollToEnd' | 'scrollToIndex' | 'getDistanceFromEnd'
  >;
  /** The reader goes elsewhere than the message that was looked for. */
  moveOn: () => void;
}

export type End = {
  /** Pressed for: one sees the way. */
  readonly travel: () => void;
  /** Whether the reader goes to the divider when it is drawn elsewhere. */
  readonly followDivider: (isFollowed: boolean) => void;
  /** The member has sent something. */
  readonly stand: () => void;
};

/** Where a visit begins, at the end or where the unseen begins, and the way from an old part to the newest message. */
export function useEnd({ items, messages, unseenAfter, part, virtualizer, moveOn }: EndOptions): End {
  const { showNewest } = part;
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    showNewest();
  };
  useLayoutEffect(() => {
    if (!isLeaving || messages.around !== null) return;
    setIsLeaving(false);
    virtualizer.scrollToEnd();
  }, [isLeaving, messages.around, virtualizer]);
  // Read on to the newest one: from here on it is the chat's end like any other.
  const drawnCount = messages.messages.length;
  useEffect(() => {
    if (messages.around !== null && messages.isLive) showNewest(drawnCount + END_SPARE);
  }, [messages.around, messages.isLive, drawnCount, showNewest]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first frame of a visit is placed; then the reader decides.
  useLayoutEffect(() => {
    const divider = items.findIndex((item) => item.kind === 'unseen');
    if (divider > 0) virtualizer.scrollToIndex(divider, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [virtualizer]);
  const dividedAt = useRef(unseenAfter);
  const isFollowed = useRef(true);
  useLayoutEffect(() => {
    if (dividedAt.current === unseenAfter) return;
    dividedAt.current = unseenAfter;
    if (!isFollowed.current) return;
    const divider = items.findIndex((item) => item.kind === 'unseen');
    if (divider >= 0) virtualizer.scrollToIndex(divider, { align: 'start' });
  }, [items, unseenAfter, virtualizer]);

  return {
    followDivider(is) {
      isFollowed.current = is;
    },
    travel: () => {
      moveOn();
      if (!messages.isLive) return leave();
      const isFar = virtualizer.getDistanceFromEnd() > SMOOTH_UP_TO_PX;
      virtualizer.scrollToEnd({ behavior: isFar || prefersLessMotion() ? 'auto' : 'smooth' });
    },
    stand: () => {
      moveOn();
      if (messages.around !== null) leave();
      // Who stands there already is kept there by the list.
      else if (virtualizer.getDistanceFromEnd() > 1) virtualizer.scrollToEnd();
    },
  };
}
