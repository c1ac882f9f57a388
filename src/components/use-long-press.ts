import { type PointerEvent, useRef } from 'react';
import { haptic } from './haptics.ts';

const HOLD_MS = 450;
const SLACK_PX = 10;

// Longer than a browser takes from the finger's leaving to the click that it makes of it.
const AFTER_MS = 400;

/**
 * What a held finger opened lies under it when it leaves, and the click would go there: a message held at the foot of the
 * screen was asked to be deleted. That one click is ignored.
 */
const swallowItsClick = (): void => {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = new AbortController();
  document.addEventListener('click', swallow, { capture: true });
  for (const type of ['pointerup', 'touchend', 'touchcancel'] as const)
    document.addEventListener(
      type,
      () => {
        leave.abort();
        setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), AFTER_MS);
      },
      { capture: true, signal: leave.signal },
    );
};

/** Holding a finger still. A mouse has its own ways (right click, the ⋯ button), so only touch and pen count. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  if (!onLongPress) return {};
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      start.current = { x: event.clientX, y: event.clientY };
      stop();
      timer.current = setTimeout(() => {
        haptic('light');
        swallowItsClick();
        onLongPress();
      }, HOLD_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
  };
}
