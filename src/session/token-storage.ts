import { DATA_BUDGET_KEY, DATA_METER_KEY, DATA_WARNED_KEY } from '../app/data-meter-key.ts';
import { TAKEN_STEPS_KEY } from '../features/chats/taken-steps-key.ts';
import { DATA_SAVER_KEY } from '../features/media/data-saver-key.ts';
import { LANGUAGE_STORAGE_KEY } from '../i18n/language-key.ts';
import {
  HAPTICS_STORAGE_KEY,
  MOTION_STORAGE_KEY,
  TEXT_SIZE_STORAGE_KEY,
} from '../theme/device-preferences.ts';
import { THEME_STORAGE_KEY } from '../theme/theme-setting.ts';
import { PROVIDER_STORAGE_KEY } from './known-provider.ts';
import { PENDING_LEAVES_KEY } from './pending-leaves.ts';

/** The name that the specification gives it. */
export const TOKEN_KEY = 'ACCESS_TOKEN';

/** Session storage: set in a tab that has seen a token. */
export const SEEN_KEY = 'tambay.tokenSeen';

/**
 * Of the device and its data plan, not of the member: they outlive a logout (docs/decisions/0007). Pending leaves wait for their member
 * to come back, and so do the first steps that a member has taken or dismissed.
 */
const KEPT_KEYS = [
  LANGUAGE_STORAGE_KEY,
  THEME_STORAGE_KEY,
  TEXT_SIZE_STORAGE_KEY,
  MOTION_STORAGE_KEY,
  HAPTICS_STORAGE_KEY,
  DATA_SAVER_KEY,
  DATA_METER_KEY,
  DATA_BUDGET_KEY,
  DATA_WARNED_KEY,
  PROVIDER_STORAGE_KEY,
  PENDING_LEAVES_KEY,
  TAKEN_STEPS_KEY,
];

export const readToken = (storage: Storage): string | null => storage.getItem(TOKEN_KEY) || null;

export const writeToken = (storage: Storage, token: string): void => storage.setItem(TOKEN_KEY, token);

/** Clears all local storage, as the specification wants at logout; other tabs learn of it by their `storage` event. */
export const clearStorage = (storage: Storage): void => {
  const kept = KEPT_KEYS.map((key) => [key, storage.getItem(key)] as const);
  storage.clear();
  for (const [key, value] of kept) if (value !== null) storage.setItem(key, value);
};
