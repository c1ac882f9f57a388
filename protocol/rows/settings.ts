import { z } from '../zod.ts';

/** Who may bring me into groups: everyone who knows me, friends alone, or none without my yes. */
export const groupInvites = z.enum(['everyone', 'friends', 'nobody']);
export type GroupInvites = z.infer<typeof groupInvites>;

/**
 * What a member has chosen, the same on every device. Each is a value of its own, so that two devices that change two of
 * them do not undo each other. A new one needs a line here and in `DEFAULT_SETTINGS`, a default in
 * `settingsRow`, and no migration.
 */
export const memberSettings = z.object({
  /** Reciprocal: without it others are not told what I have seen, and I am not told what they have (docs/decisions/0004). */
  sendReadReceipts: z.boolean(),
  /** Reciprocal: whether others see that I am online, and I them. */
  showPresence: z.boolean(),
  /**
   * `everyone`: friends add me, others who know me may ask. `friends`: friends add me, others cannot ask. `nobody`: friends
   * ask, others cannot.
   */
  groupInvites,
  /** Notifications say that something has come, and neither what nor from whom. */
  hidePreviews: z.boolean(),
  notifyMessages: z.boolean(),
  notifyGroups: z.boolean(),
  notifyFriendRequests: z.boolean(),
  notifyComments: z.boolean(),
  notifyLikes: z.boolean(),
  notifySignIns: z.boolean(),
  /** The language of what the server writes (mail); null follows the device. */
  language: z.nullable(z.enum(['en-US', 'fil'])),
  /** Media are fetched only when asked for. */
  dataSaver: z.boolean(),
  haptics: z.boolean(),
  /** Links that I send get a preview, which the server makes; null: not decided yet, and none is made. */
  linkPreviews: z.nullable(z.boolean()),
});
export type MemberSettings = z.infer<typeof memberSettings>;

export const DEFAULT_SETTINGS: MemberSettings = {
  sendReadReceipts: true,
  showPresence: true,
  groupInvites: 'everyone',
  hidePreviews: false,
  notifyMessages: true,
  notifyGroups: true,
  notifyFriendRequests: true,
  notifyComments: true,
  notifyLikes: true,
  notifySignIns: true,
  language: null,
  dataSaver: false,
  haptics: true,
  linkPreviews: null,
};

/** The private half of one's own account: only ever in one's own user scope. `id` is the member's. */
export const settingsRow = z.extend(memberSettings, {
  // An older server does not send what it does not know.
  groupInvites: z._default(groupInvites, DEFAULT_SETTINGS.groupInvites),
  linkPreviews: z._default(z.nullable(z.boolean()), DEFAULT_SETTINGS.linkPreviews),
  id: z.uuid(),
  email: z.string(),
  birthDate: z.iso.date(),
  version: z.int(),
});
export type SettingsRow = z.infer<typeof settingsRow>;
