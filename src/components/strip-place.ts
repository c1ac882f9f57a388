import { createContext, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Where a screen has its `StatusStrip`. */
export type StripPlace = {
  /** Over the top of the content; null until it is there. */
  readonly slot: HTMLElement | null;
  /**
   * Told while the strip stands for good, as without a network.
   * @param isFromStart it was there before anything could be read or touched
   */
  readonly setLasting: (isLasting: boolean, isFromStart: boolean) => void;
};

const ROOM = 'data-strip-room';
/** Of what makes the room by what is in it: as the strip itself, that is no part of a snapshot of the list. */
export const STRIP_ROOM = { [ROOM]: '', 'data-live': '' } as const;
/** How far a scroller stands at its top below its very beginning, in px. */
export const stripRoomOf = (scroller: HTMLElement): number =>
  scroller.querySelector<HTMLElement>(`:scope > [${ROOM}]`)?.offsetHeight ?? 0;

export const StripPlaceContext = createContext<StripPlace | null>(null);

/**
 * Room above the content for a strip that may stay for hours, so that what it covers can be scrolled out from under it. What is
 * read stays where it is: the room comes and goes above the edge, and stays while it is in sight.
 */
export function useStripRoom(scroller: HTMLElement | null, isWanted: boolean) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isLasting, setIsLasting] = useState(false);
  const [hasRoom, setHasRoom] = useState(false);
  const isStill = useRef(true);
  const roomPx = useRef(0);
  const setLasting = useCallback<StripPlace['setLasting']>(
    (is, isFromStart) => {
      setIsLasting(is);
      if (!is || !isWanted) return;
      isStill.current = isFromStart;
      setHasRoom(true);
    },
    [isWanted],
  );
  useLayoutEffect(() => {
    if (scroller === null) return;
    if (hasRoom) {
      roomPx.current = stripRoomOf(scroller);
      if (!isStill.current) scroller.scrollTop += roomPx.current;
    } else if (roomPx.current > 0) {
      scroller.scrollTop -= roomPx.current;
      roomPx.current = 0;
    }
  }, [hasRoom, scroller]);
  useEffect(() => {
    if (isLasting || !hasRoom || scroller === null) return;
    const takeBack = (): void => {
      if (scroller.scrollTop >= roomPx.current) setHasRoom(false);
    };
    takeBack();
    scroller.addEventListener('scroll', takeBack, { passive: true });
    return () => scroller.removeEventListener('scroll', takeBack);
  }, [isLasting, hasRoom, scroller]);
  return { slot, setSlot, setLasting, hasRoom };
}
