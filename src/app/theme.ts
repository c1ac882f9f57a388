import { Subject } from 'rxjs';
import { applyThemeSetting, parseThemeSetting, type ThemeSetting } from '../theme/theme-setting.ts';
import { useExternalValue } from './use-observable.ts';

const changes = new Subject<void>();

const readTheme = (): ThemeSetting => parseThemeSetting(document.documentElement.dataset['theme'] ?? null);

export const setTheme = (setting: ThemeSetting): void => {
  applyThemeSetting(setting, document, localStorage);
  changes.next();
};

/** Bars of the browser follow the system when the setting does. */
export const watchSystemTheme = (): void => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (readTheme() === 'system') setTheme('system');
  });
};

export function useTheme(): ThemeSetting {
  return useExternalValue(changes, readTheme);
}
