import { HAPTICS_STORAGE_KEY, prefersLessMotion } from '../theme/device-preferences.ts';

const patterns = {
  /** A switch, a like, a long press. */
  light: [8],
  /** A message on its way. */
  medium: [16],
  /** Accepted. */
  success: [12, 60, 12],
  /** Failed. */
  error: [24, 50, 24],
} as const;

export interface HapticsPlatform {
  /** Absent where the device or the browser cannot (iOS, desks). */
  vibrate?: ((pattern: number[]) => boolean) | undefined;
  /** Before the first touch browsers refuse, and complain in the console. */
  hasBeenTouched: () => boolean;
  prefersLessMotion: () => boolean;
  isSwitchedOff: () => boolean;
}

const browser: HapticsPlatform = {
  vibrate: 'vibrate' in navigator ? (pattern) => navigator.vibrate(pattern) : undefined,
  hasBeenTouched: () => navigator.userActivation?.hasBeenActive ?? false,
  prefersLessMotion,
  isSwitchedOff: () => localStorage.getItem(HAPTICS_STORAGE_KEY) === 'off',
};

/** A short shake under the finger; nothing where it is not wanted or not possible. */
export function haptic(kind: keyof typeof patterns, platform: HapticsPlatform = browser): void {
  if (!platform.vibrate || !platform.hasBeenTouched()) return;
  if (platform.prefersLessMotion() || platform.isSwitchedOff()) return;
  platform.vibrate([...patterns[kind]]);
}
