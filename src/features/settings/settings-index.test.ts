import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enUs } from '../../i18n/en-us.ts';
import { fil } from '../../i18n/fil.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { settingsGroupOf, settingsGroups } from './groups.ts';
import { findSettings, settingsIndex } from './settings-index.ts';

const sayIn = (texts: object) => (key: MessageKey) =>
  String(key.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), texts));
const anchorsOf = (search: string, texts: object = enUs) =>
  findSettings(search, sayIn(texts)).map(({ anchor }) => anchor);

it('finds a setting by its name, by what can be chosen, and by its group, the name first', () => {
  expect(anchorsOf('text size')).toEqual(['text-size']);
  expect(anchorsOf('dark')).toEqual(['theme']);
  expect(anchorsOf('blo')).toEqual(['blocked']);
  const ofPrivacy = ['receipts', 'presence', 'link-previews', 'blocked', 'muted', 'group-invites'];
  expect(anchorsOf('privacy')).toEqual(ofPrivacy);
  expect(anchorsOf('mess').at(0)).toBe('sounds');
  expect(anchorsOf('carabao')).toEqual([]);
});

it('finds them in Filipino', () => {
  expect(anchorsOf('letra', fil)).toEqual(['text-size']);
  expect(anchorsOf('madilim', fil)).toEqual(['theme']);
});

it('knows of each group, and each anchor stands on a screen', () => {
  expect(new Set(settingsIndex.map(({ group }) => group))).toEqual(new Set(settingsGroups));
  const features = join(import.meta.dirname, '..');
  const sources = [
    'notifications/kinds-section.tsx',
    'notifications/notifications-section.tsx',
    'profile/account-section.tsx',
    'settings/appearance-section.tsx',
    'settings/data-section.tsx',
    'settings/help-section.tsx',
    'settings/language-section.tsx',
    'settings/media-section.tsx',
    'settings/privacy-section.tsx',
    'settings/settings-group-screen.tsx',
    'settings/sounds-section.tsx',
    'settings/storage-section.tsx',
    'settings/version-section.tsx',
  ].map((path) => readFileSync(join(features, path), 'utf8'));
  const said = new Set(
    sources.flatMap((text) => [...text.matchAll(/anchor="([^"]+)"/g)].map(([, name]) => name)),
  );
  // Rows that are named by their setting, and a screen that is a group of its own.
  for (const { anchor } of settingsIndex)
    if (!anchor.startsWith('notify') && anchor !== 'devices') expect([...said], anchor).toContain(anchor);
});

it.each([
  ['/profile/settings', null],
  ['/profile/settings/privacy', 'privacy'],
  ['/profile/settings/nothing', null],
  ['/profile/change-password', 'account'],
  ['/profile/devices', 'devices'],
  ['/profile', null],
] as const)('%s belongs to %s', (path, group) => {
  expect(settingsGroupOf(path)).toBe(group);
});
