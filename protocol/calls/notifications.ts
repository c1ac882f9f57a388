import { one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { screen } from '../mutations/mark-screen-seen.ts';
import type { MutationArgs } from '../mutations/table.ts';
import { instant, uuid } from '../text.ts';
import { z } from '../zod.ts';

/** base64url, as the Push API writes keys (RFC 8291 §3.1), or base64, as `btoa` makes it of `getKey()`; padded or not. */
const base64 = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_+/-]{${length}}={0,2}$`)));
/** 16 bytes. */
const authKey = base64(22);
/** An uncompressed point of P-256: 65 bytes. */
const publicKey = base64(87);

/** The id of a subscription is its auth secret (specification §7). */
export const pushIdParams = z.object({ id: authKey });

/** `POST /notifications/push/register`: what `PushSubscription.toJSON()` gives. */
export const pushSubscriptionBody = z.object({
  endpoint: z.optional(z.url().check(z.maxLength(2_048))),
  expirationTime: z.nullish(z.number().check(z.nonnegative())),
  keys: z.object({ auth: authKey, p256dh: z.optional(publicKey) }),
});
export type PushSubscriptionBody = z.output<typeof pushSubscriptionBody>;

/** `isActive`: whether it has all that sending needs; one without endpoint or key is only remembered. */
export const pushRegistered = one(z.object({ id: z.string(), isActive: z.boolean() }));
export const pushRemoved = one(z.object({ id: z.string(), deleted: z.literal(true) }));

/** `GET /notifications/push/key`: the application server key (RFC 8292), base64url. */
export const pushKeyResponse = one(z.object({ publicKey: z.string() }));

export const pushTypes = [
  'message',
  'friendRequest',
  'friendAccepted',
  'comment',
  'commentReply',
  'like',
  'newSignIn',
  'stranger',
  'exportReady',
] as const;
export type PushType = (typeof pushTypes)[number];

/** Which words a push is told in: its type, but that a message into a group has its own. */
export const pushKeys = [...pushTypes, 'groupMessage'] as const;
export type PushKey = (typeof pushKeys)[number];

/** What a message without words is told as: the first of its attachments. */
export const pushedMedia = ['voice', 'picture', 'video', 'file'] as const;
export type PushedMedia = (typeof pushedMedia)[number];

const tag = z.string().check(z.maxLength(80));

/**
 * What a push carries (docs/decisions/0011): at most 3 KB of JSON, worded on the device in its own language. With hidden
 * previews neither who nor what is in it.
 */
export const pushPayload = z.object({
  v: z.literal(1),
  type: z.enum(pushTypes),
  /** The message, friendship, comment, liked post or session it is about. */
  id: uuid(),
  key: z.enum(pushKeys),
  /** What the words are made of. `sent`: what a message without words shows. */
  args: z.object({
    name: z.optional(z.string()),
    chat: z.optional(z.string()),
    sent: z.optional(z.enum(pushedMedia)),
  }),
  /** One notification each. */
  tag,
  /** The screen that a tap opens. */
  url: screen,
  chatId: z.nullable(uuid()),
  senderId: z.nullable(uuid()),
  /** When it happened. */
  at: z.iso.datetime(),
  text: z.nullable(z.string()),
  seq: z.nullable(z.int()),
  /** Of all chats when it was sent, for the badge of the app. */
  unseen: z.int(),
  /** When it was sent: a push service may keep it for a day. */
  ts: z.iso.datetime(),
});
export type PushPayload = z.output<typeof pushPayload>;

/**
 * `PUT /notifications/seen`: the member looks at a screen that pushes lead to; what other devices show of it is over. With
 * `until` it was looked at without a network, and only what had been sent by then was seen.
 */
export const noticeSeenBody = z.object({ url: screen, until: z.exactOptional(instant()) });
export const noticeSeenResponse = one(z.object({ url: screen }));

/** Of a notification that a device shows, what the server needs to say whether it still stands. */
export const shownNotice = z.object({ type: z.enum(pushTypes), id: uuid(), tag, at: z.iso.datetime() });
export type ShownNotice = z.output<typeof shownNotice>;

/** `POST /notifications/over`: which of them are, by their tags. It changes nothing: a body, because ids are in it. */
export const noticesOverBody = z.object({
  shown: z.array(shownNotice).check(z.minLength(1), z.maxLength(LIMITS.shownNoticesMax)),
});
export const noticesOverResponse = one(z.object({ tags: z.array(z.string()) }));

/**
 * What a notification keeps beside its words: for a tap, and to know when it is over. The worker of the release before kept
 * less.
 */
export const noticeData = z.object({
  url: screen,
  tag: z.string(),
  chatId: z.nullable(uuid()),
  seq: z.nullable(z.int()),
  /** Null for a push that could not be read. */
  shown: z.optional(z.nullable(shownNotice)),
  /** When the push was sent. */
  sentAt: z.optional(instant()),
});
export type NoticeData = z.output<typeof noticeData>;

/** Whether this device knows by itself that a notification is over: its message was read, or its screen is being looked at. */
export const isNoticeSeen = (
  { url, chatId, seq }: NoticeData,
  seenSeqs: ReadonlyMap<string, number>,
  lookedAt: string | null,
): boolean => (chatId !== null && seq !== null ? (seenSeqs.get(chatId) ?? 0) >= seq : url === lookedAt);

/** What to tell of a notification that is over because its screen was looked at; a message has the mark of its chat. */
export const seenMarkOf = ({ url, seq, sentAt }: NoticeData): MutationArgs<'markScreenSeen'> | null =>
  seq !== null || sentAt === undefined ? null : { url, until: sentAt };
