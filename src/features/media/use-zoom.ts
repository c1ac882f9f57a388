import { type RefObject, useEffect, useEffectEvent } from 'react';

const SCALE_MAX = 5;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_SCALE = 2.5;
const SWIPE_PX = 60;

interface ZoomOptions {
  stage: RefObject<HTMLElement | null>;
  image: RefObject<HTMLElement | null>;
  onTurn: (by: number) => void;
  onClose: () => void;
  /** The picture is scrolled instead. */
  isOff?: boolean;
}

type Point = { x: number; y: number };
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * Pinch, double tap, wheel and drag on a picture; at its normal size a swipe turns the page and one down closes. Moves the
 * element itself: a render for each movement of a finger would stutter.
 */
export function useZoom({ stage, image, onTurn, onClose, isOff = false }: ZoomOptions): void {
  // A render while a finger is on the picture must not end the gesture, or the enlargement.
  const turn = useEffectEvent(onTurn);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const ground = stage.current;
    if (!ground || isOff) return;
    const fingers = new Map<number, Point>();
    let [scale, x, y] = [1, 0, 0];
    let start: { point: Point; at: number } | null = null;
    let pinch: { distance: number; scale: number } | null = null;
    let lastTapAt = 0;

    /** A picture that was pushed out of the screen would look like one that is gone. */
    const bounded = (offset: number, size: number, room: number): number => {
      const reach = Math.max(0, (size * scale - room) / 2);
      return Math.min(reach, Math.max(-reach, offset));
    };
    const show = (): void => {
      const element = image.current;
      if (!element) return;
      x = bounded(x, element.offsetWidth, ground.clientWidth);
      y = bounded(y, element.offsetHeight, ground.clientHeight);
      element.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    };
    const zoomAt = (point: Point, next: number): void => {
      const box = ground.getBoundingClientRect();
      const wanted = Math.min(SCALE_MAX, Math.max(1, next));
      const [fromX, fromY] = [point.x - box.left - box.width / 2, point.y - box.top - box.height / 2];
      x = wanted === 1 ? 0 : fromX - ((fromX - x) / scale) * wanted;
      y = wanted === 1 ? 0 : fromY - ((fromY - y) / scale) * wanted;
      scale = wanted;
      show();
    };

    const down = (event: PointerEvent): void => {
      ground.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const [a, b] = [...fingers.values()];
      if (a && b) {
        pinch = { distance: distance(a, b), scale };
        start = null;
      } else if (a) start = { point: a, at: event.timeStamp };
    };
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      fingers.set(event.pointerId, now);
      const [a, b] = [...fingers.values()];
      if (pinch && a && b) {
        zoomAt(middle(a, b), (pinch.scale * distance(a, b)) / pinch.distance);
        return;
      }
      if (scale === 1) return;
      x += now.x - before.x;
      y += now.y - before.y;
      show();
    };
    const up = (event: PointerEvent): void => {
      const end = fingers.get(event.pointerId);
      fingers.delete(event.pointerId);
      if (fingers.size < 2) pinch = null;
      const from = start;
      start = null;
      if (!end || !from || event.type === 'pointercancel') return;
      const [dx, dy] = [end.x - from.point.x, end.y - from.point.y];
      if (Math.hypot(dx, dy) < 10) {
        if (event.timeStamp - lastTapAt < DOUBLE_TAP_MS) zoomAt(end, scale > 1 ? 1 : DOUBLE_TAP_SCALE);
        lastTapAt = event.timeStamp;
      } else if (scale === 1 && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) turn(dx < 0 ? 1 : -1);
      else if (scale === 1 && dy > SWIPE_PX * 1.5) close();
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoomAt({ x: event.clientX, y: event.clientY }, scale * Math.exp(-event.deltaY / 400));
    };

    ground.addEventListener('pointerdown', down);
    ground.addEventListener('pointermove', move);
    ground.addEventListener('pointerup', up);
    ground.addEventListener('pointercancel', up);
    ground.addEventListener('wheel', wheel, { passive: false });
    return () => {
      ground.removeEventListener('pointerdown', down);
      ground.removeEventListener('pointermove', move);
      ground.removeEventListener('pointerup', up);
      ground.removeEventListener('pointercancel', up);
      ground.removeEventListener('wheel', wheel);
    };
  }, [stage, image, isOff]);
}
