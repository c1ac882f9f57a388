/** The groups of the settings, in the order of the list. */
export const settingsGroups = [
  'account',
  'privacy',
  'notifications',
  'appearance',
  'storage',
  'devices',
  'help',
] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

export const isSettingsGroup = (name: string): name is SettingsGroup =>
  settingsGroups.some((group) => group === name);

/** Screens of a group that have addresses of their own. */
const groupOfScreen: Readonly<Record<string, SettingsGroup>> = {
  '/profile/change-password': 'account',
  '/profile/connected-sites': 'account',
  '/profile/sign-in-provider': 'account',
  '/profile/account': 'account',
  '/profile/blocked': 'privacy',
  '/profile/muted': 'privacy',
  '/profile/change-language': 'appearance',
  '/profile/devices': 'devices',
  '/profile/add-device': 'devices',
  '/profile/sync-doctor': 'help',
  '/profile/network-lab': 'help',
};

/** Which group an address belongs to; null for the list of groups. */
export const settingsGroupOf = (pathname: string): SettingsGroup | null => {
  const name = /^\/profile\/settings\/([^/]+)$/.exec(pathname)?.[1] ?? '';
  return isSettingsGroup(name) ? name : (groupOfScreen[pathname] ?? null);
};
