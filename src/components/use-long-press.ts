import { type PointerEvent, useRef } from 'react';
import { haptic } from './haptics.ts';

const HOLD_MS = 450;
const SLACK_PX = 10;

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
