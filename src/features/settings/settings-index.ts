import type { MessageKey } from '../../i18n/messages.ts';
import { matchesSearch } from '../shell/search.ts';
import type { SettingsGroup } from './groups.ts';

/** One setting that can be searched for. */
export interface Setting {
  /** The `anchor` of its row or section on the screen of its group. */
  anchor: string;
  group: SettingsGroup;
  title: MessageKey;
  /** Further texts that it is found by: what it explains, what can be chosen. */
  words?: readonly MessageKey[];
}

/** Every setting, in the order in which the screens show them. */
export const settingsIndex: readonly Setting[] = [
  { anchor: 'password', group: 'account', title: 'auth.changePassword', words: ['auth.forgotPassword'] },
  { anchor: 'sites', group: 'account', title: 'account.sites' },
  {
    anchor: 'data',
    group: 'account',
    title: 'account.data',
    words: ['account.exportTitle', 'account.exportDownload', 'account.deleteTitle'],
  },
  {
    anchor: 'receipts',
    group: 'privacy',
    title: 'people.readReceipts',
    words: ['people.readReceiptsHint', 'messageState.seen'],
  },
  { anchor: 'presence', group: 'privacy', title: 'people.presence', words: ['people.presenceHint'] },
  { anchor: 'link-previews', group: 'privacy', title: 'previews.setting', words: ['previews.settingHint'] },
  { anchor: 'blocked', group: 'privacy', title: 'people.blocked', words: ['people.unblock'] },
  { anchor: 'muted', group: 'privacy', title: 'people.mutedPeople', words: ['people.unmutePerson'] },
  {
    anchor: 'group-invites',
    group: 'privacy',
    title: 'people.groupInvites',
    words: ['people.groupInvitesHints.everyone', 'group.invitations'],
  },
  {
    anchor: 'push',
    group: 'notifications',
    title: 'notifications.onThisDevice',
    words: ['notifications.why'],
  },
  { anchor: 'sounds', group: 'notifications', title: 'settings.sounds', words: ['settings.soundsHint'] },
  { anchor: 'notifyMessages', group: 'notifications', title: 'notify.notifyMessages' },
  { anchor: 'notifyGroups', group: 'notifications', title: 'notify.notifyGroups' },
  { anchor: 'notifyFriendRequests', group: 'notifications', title: 'notify.notifyFriendRequests' },
  { anchor: 'notifyComments', group: 'notifications', title: 'notify.notifyComments' },
  { anchor: 'notifyLikes', group: 'notifications', title: 'notify.notifyLikes' },
  {
    anchor: 'previews',
    group: 'notifications',
    title: 'notify.hidePreviews',
    words: ['notify.hidePreviewsHint'],
  },
  {
    anchor: 'theme',
    group: 'appearance',
    title: 'settings.theme',
    words: ['settings.themeLight', 'settings.themeDark', 'settings.themeBlack'],
  },
  {
    anchor: 'text-size',
    group: 'appearance',
    title: 'settings.textSize',
    words: ['settings.textSmall', 'settings.textLarge', 'settings.textHuge'],
  },
  { anchor: 'motion', group: 'appearance', title: 'settings.lessMotion', words: ['settings.lessMotionHint'] },
  { anchor: 'haptics', group: 'appearance', title: 'settings.haptics' },
  { anchor: 'language', group: 'appearance', title: 'settings.language' },
  {
    anchor: 'saver',
    group: 'storage',
    title: 'media.saver',
    words: ['media.saverHint', 'media.saverOn', 'data.month'],
  },
  {
    anchor: 'going-offline',
    group: 'storage',
    title: 'media.goingOffline',
    words: ['media.goingOfflineHint'],
  },
  { anchor: 'data-month', group: 'storage', title: 'data.month' },
  {
    anchor: 'data-limit',
    group: 'storage',
    title: 'data.limit',
    words: ['data.limitHint', 'data.countWifi'],
  },
  {
    anchor: 'storage',
    group: 'storage',
    title: 'storage.title',
    words: ['storage.protect', 'storage.pictures', 'storage.note'],
  },
  {
    anchor: 'devices',
    group: 'devices',
    title: 'devices.title',
    words: ['devices.endOthers', 'qr.addDevice'],
  },
  { anchor: 'outbox', group: 'help', title: 'outbox.title', words: ['outbox.emptyHint'] },
  { anchor: 'doctor', group: 'help', title: 'doctor.open', words: ['doctor.scopes'] },
  { anchor: 'lab', group: 'help', title: 'lab.title', words: ['lab.onHint'] },
  { anchor: 'version', group: 'help', title: 'update.look', words: ['profile.version', 'auth.install'] },
];

/** The settings whose texts hold what is typed; those whose own name holds it come first. */
export const findSettings = (search: string, say: (key: MessageKey) => string): readonly Setting[] => {
  const isNamed = ({ title }: Setting): boolean => matchesSearch(say(title), search);
  const found = settingsIndex.filter(({ title, words = [], group }) =>
    matchesSearch([say(title), say(`settings.groups.${group}`), ...words.map(say)].join(' '), search),
  );
  return [...found.filter(isNamed), ...found.filter((setting) => !isNamed(setting))];
};
