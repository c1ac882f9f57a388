import { useSyncExternalStore } from 'react';
import { applyThemeSetting, parseThemeSetting, type ThemeSetting } from '../theme/theme-setting.ts';

const listeners = new Set<() => void>();

const readTheme = (): ThemeSetting => parseThemeSetting(document.documentElement.dataset['theme'] ?? null);

export const setTheme = (setting: ThemeSetting): void => {
  applyThemeSetting(setting, document, localStorage);
  for (const listener of listeners) listener();
};

/** Bars of the browser follow the system when the setting does. */
export const watchSystemTheme = (): void => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (readTheme() === 'system') setTheme('system');
  });
};

export function useTheme(): ThemeSetting {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}
