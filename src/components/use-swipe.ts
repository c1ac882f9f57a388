import { type PointerEvent, useRef } from 'react';
import { haptic } from './haptics.ts';

const BEGIN_PX = 14;
const REACHED_PX = 60;
const MOST_PX = 84;

/**
 * A finger that moves the element to the right, far enough, and lets go. The element follows the finger; a move that is
 * rather up or down belongs to scrolling. Its twin is a button, so a mouse needs none of this.
 */
export function useSwipe(onSwipe: (() => void) | undefined) {
  const from = useRef<{ x: number; y: number; isSwiping: boolean; hasReached: boolean } | null>(null);
  if (!onSwipe) return {};
  const end = (event: PointerEvent<HTMLElement>) => {
    const { hasReached = false, isSwiping = false } = from.current ?? {};
    from.current = null;
    const { style } = event.currentTarget;
    if (!isSwiping) return;
    style.translate = '';
    style.transition = 'translate 180ms ease-out';
    if (hasReached && event.type === 'pointerup') onSwipe();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      from.current = { x: event.clientX, y: event.clientY, isSwiping: false, hasReached: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const state = from.current;
      if (!state) return;
      const dx = event.clientX - state.x;
      if (!state.isSwiping) {
        if (Math.abs(event.clientY - state.y) > BEGIN_PX || dx < -BEGIN_PX) from.current = null;
        if (dx < BEGIN_PX) return;
        state.isSwiping = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.style.transition = '';
      }
      const hasReached = dx >= REACHED_PX;
      if (hasReached && !state.hasReached) haptic('light');
      state.hasReached = hasReached;
      event.currentTarget.style.translate = `${Math.min(Math.max(0, dx), MOST_PX)}px`;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
