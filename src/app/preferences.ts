import { Subject } from 'rxjs';
import {
  HAPTICS_STORAGE_KEY,
  MOTION_STORAGE_KEY,
  type Motion,
  parseMotion,
  parseTextSize,
  SOUNDS_STORAGE_KEY,
  TEXT_SIZE_STORAGE_KEY,
  type TextSize,
} from '../theme/device-preferences.ts';
import { useExternalValue } from './use-observable.ts';

const changes = new Subject<void>();

const remember = (key: string, value: string): void => {
  localStorage.setItem(key, value);
  changes.next();
};

const readTextSize = (): TextSize => parseTextSize(localStorage.getItem(TEXT_SIZE_STORAGE_KEY));
const readMotion = (): Motion => parseMotion(localStorage.getItem(MOTION_STORAGE_KEY));
const readHaptics = (): boolean => localStorage.getItem(HAPTICS_STORAGE_KEY) !== 'off';

export const setTextSize = (size: TextSize): void => {
  document.documentElement.dataset['textSize'] = size;
  remember(TEXT_SIZE_STORAGE_KEY, size);
};

export const setMotion = (motion: Motion): void => {
  document.documentElement.dataset['motion'] = motion;
  remember(MOTION_STORAGE_KEY, motion);
};

export const setHaptics = (isOn: boolean): void => remember(HAPTICS_STORAGE_KEY, isOn ? 'on' : 'off');

export const setSounds = (isOn: boolean): void => remember(SOUNDS_STORAGE_KEY, isOn ? 'on' : 'off');
/** Whether messages that go out and come in may be heard. */
export const readSounds = (): boolean => localStorage.getItem(SOUNDS_STORAGE_KEY) !== 'off';

export const useTextSize = (): TextSize => useExternalValue(changes, readTextSize);
export const useMotion = (): Motion => useExternalValue(changes, readMotion);
export const useHaptics = (): boolean => useExternalValue(changes, readHaptics);
export const useSounds = (): boolean => useExternalValue(changes, readSounds);
