import { black } from './black.ts';
import { dark } from './dark.ts';
import { light } from './light.ts';

export const THEME_STORAGE_KEY = 'tambay.theme';
export const themeSettings = ['system', 'light', 'dark', 'black'] as const;
export type ThemeSetting = (typeof themeSettings)[number];

export function parseThemeSetting(value: string | null): ThemeSetting {
  return themeSettings.find((setting) => setting === value) ?? 'system';
}

/** The colour of the browser's own bars; it follows the header, which sits directly under them. */
export function themeColor(setting: ThemeSetting, prefersDark: boolean): string {
  if (setting === 'black') return black.color.surface;
  if (setting === 'dark' || (setting === 'system' && prefersDark)) return dark.color.surface;
  return light.color.surface;
}

/** Applies a setting to the document and remembers it for the boot script of the next start. */
export function applyThemeSetting(setting: ThemeSetting, target: Document, storage: Storage): void {
  target.documentElement.dataset['theme'] = setting;
  storage.setItem(THEME_STORAGE_KEY, setting);
  const prefersDark = target.defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false;
  for (const meta of target.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', themeColor(setting, prefersDark));
  }
}
