import type { EngineFiles } from '../../../sync/index.ts';

/** How long something will take on this connection: from what was measured, else from what the browser believes. */

const KEY = 'tambay.uplink';
/** A measurement of less says more about start-up than about the link. */
const MEASURED_MS_MIN = 1_500;
/** How much the newest measurement counts. */
const WEIGHT = 0.4;
const GUESSES: Record<string, number> = { 'slow-2g': 4_000, '2g': 8_000, '3g': 60_000, '4g': 300_000 };
const GUESS = 120_000;

type Connection = { readonly effectiveType?: string };
const guess = (): number => {
  const connection: Connection | undefined =
    'connection' in navigator ? Object(navigator.connection) : undefined;
  return GUESSES[connection?.effectiveType ?? ''] ?? GUESS;
};

/** Bytes per second, as last measured on this device. */
export const uplinkSpeed = (): number => {
  const measured = Number(localStorage.getItem(KEY));
  return measured > 0 ? measured : guess();
};

/** Whole seconds that so many bytes will take. */
export const secondsFor = (bytes: number, bytesPerSecond = uplinkSpeed()): number =>
  Math.max(1, Math.round(bytes / bytesPerSecond));

/** Mixes a new measurement into the remembered one. */
export const mixSpeed = (before: number | null, bytes: number, ms: number): number | null => {
  if (ms < MEASURED_MS_MIN || bytes <= 0) return before;
  const now = (bytes / ms) * 1_000;
  return before === null ? now : before * (1 - WEIGHT) + now * WEIGHT;
};

/** Watches uploads and remembers how fast they were. @returns what stops it */
export const measureUplink = ({ progress }: Pick<EngineFiles, 'progress'>): (() => void) => {
  const began = new Map<string, { at: number; sent: number }>();
  const subscription = progress.subscribe((current) => {
    for (const [id, sent] of current) {
      const start = began.get(id);
      if (!start) {
        began.set(id, { at: performance.now(), sent });
        continue;
      }
      const known = Number(localStorage.getItem(KEY));
      const mixed = mixSpeed(known > 0 ? known : null, sent - start.sent, performance.now() - start.at);
      if (mixed === null || mixed === known) continue;
      localStorage.setItem(KEY, String(Math.round(mixed)));
      began.set(id, { at: performance.now(), sent });
    }
    for (const id of began.keys()) if (!current.has(id)) began.delete(id);
  });
  return () => subscription.unsubscribe();
};
