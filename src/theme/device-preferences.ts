/**
 * How this device draws and feels: kept in local storage, so that the first paint knows it (public/boot.js), and kept through a
 * logout, because it is about the reader's eyes and not about an account.
 */
export const TEXT_SIZE_STORAGE_KEY = 'tambay.textSize';
export const MOTION_STORAGE_KEY = 'tambay.motion';
/** `off` silences it. */
export const HAPTICS_STORAGE_KEY = 'tambay.haptics';
/** `off` silences them. */
export const SOUNDS_STORAGE_KEY = 'tambay.sounds';

/** `medium` follows the browser's own text size; the others are steps from there. */
export const textSizes = ['small', 'medium', 'large', 'huge'] as const;
export type TextSize = (typeof textSizes)[number];

export const motions = ['system', 'less'] as const;
export type Motion = (typeof motions)[number];

export const parseTextSize = (value: string | null): TextSize =>
  textSizes.find((size) => size === value) ?? 'medium';

export const parseMotion = (value: string | null): Motion =>
  motions.find((motion) => motion === value) ?? 'system';

/** Whether movement should be replaced by fades: the system asks for it, or this app's own setting does. */
export const prefersLessMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'less' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;
