import { list, one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { media } from '../rows/media.ts';
import { chosenId, instant, requiredText, uuid } from '../text.ts';
import { z } from '../zod.ts';

/** `any`: whatever the other speaks. */
export const strangerLanguage = z.enum(['en', 'fil', 'any']);
export type StrangerLanguage = z.infer<typeof strangerLanguage>;

export const strangerInterest = z.enum([
  'music',
  'films',
  'games',
  'sports',
  'books',
  'food',
  'travel',
  'technology',
  'art',
  'study',
  'work',
  'life',
]);
export type StrangerInterest = z.infer<typeof strangerInterest>;

/** `PUT /strangers/settings`: the opt-in, with what matching looks at. */
export const strangerSettingsBody = z.object({
  optedIn: z.boolean(),
  language: strangerLanguage,
  interests: z.array(strangerInterest).check(
    z.maxLength(LIMITS.strangerInterestsMax),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'Each interest once'),
  ),
});
export type StrangerSettings = z.infer<typeof strangerSettingsBody>;

/**
 * Whether somebody may meet strangers. `minor`: not yet 18 by the birth date, on the server's clock. `paused`: three
 * people have reported them, and no moderator has looked yet.
 */
export const strangerAccess = z.enum(['open', 'minor', 'paused']);
export type StrangerAccess = z.infer<typeof strangerAccess>;

/** Who somebody is in one chat: an id that is drawn for it, a made-up name. Nothing leads from it to a member. */
const strangerSelf = z.object({
  id: z.uuid(),
  alias: z.string(),
  allowsPhotos: z.boolean(),
  wantsFriend: z.boolean(),
  hasSentPicture: z.boolean(),
  seenSeq: z.int(),
});

export const strangerMessage = z.object({
  id: z.uuid(),
  chatId: z.uuid(),
  seq: z.int(),
  /** The author's id, which is valid for this match only. */
  senderId: z.uuid(),
  content: z.nullable(z.string()),
  media: z.array(media),
  createdAt: instant(),
});
export type StrangerMessage = z.infer<typeof strangerMessage>;

/** How a chat ended, as far as the reader may know: to the other, a block and a report look like any other end. */
export const strangerEnding = z.enum(['left', 'mine', 'lost', 'revealed']);
export type StrangerEnding = z.infer<typeof strangerEnding>;

/** A temporary private chat of two strangers, as one of them sees it. */
export const strangerChat = z.object({
  id: z.uuid(),
  type: z.literal('PRIVATE'),
  stranger: z.literal(true),
  createdAt: instant(),
  lastSeq: z.int(),
  me: strangerSelf,
  other: z.extend(strangerSelf, { isHere: z.boolean() }),
  ended: z.nullable(z.object({ at: instant(), how: strangerEnding, goneAt: instant() })),
  /** After both wanted to be friends: the code of the other, whose chat opens now. */
  revealedCode: z.nullable(z.string()),
});
export type StrangerChat = z.infer<typeof strangerChat>;

/** `GET /strangers`: where one stands. */
export const strangersResponse = one(
  z.object({
    access: strangerAccess,
    /** Null before the first opt-in. */
    settings: z.nullable(strangerSettingsBody),
    waitingSince: z.nullable(instant()),
    /** Whether a notification comes when somebody is there. */
    willBeTold: z.boolean(),
    /** The chat that goes on now. */
    chatId: z.nullable(z.uuid()),
    /** Chats that have ended and are not gone yet: what happened there can still be reported. */
    recent: z.array(strangerChat),
  }),
);
export type StrangersStatus = z.infer<typeof strangersResponse>['data'];

/** `POST /strangers/queue`, again every few seconds while one waits. */
export const strangerQueueResponse = one(
  z.object({ waitingSince: z.nullable(instant()), chatId: z.nullable(z.uuid()) }),
);
export const strangerQueueLeft = one(z.object({ left: z.literal(true) }));

/** `PUT /strangers/tell`: a notification when somebody waits, within the next hours and once. */
export const strangerTellBody = z.object({ wanted: z.boolean() });
export const strangerTellResponse = one(z.object({ willBeTold: z.boolean() }));

export const strangerChatParams = z.object({ id: uuid() });
export const strangerChatResponse = one(strangerChat);
/** `GET /strangers/chats/{id}/messages?afterSeq=`, oldest first. */
export const strangerMessagesQuery = z.object({
  afterSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
});
export const strangerMessagesResponse = list(strangerMessage);

/** `POST /strangers/chats/{id}/messages`: the id makes it one message however often it arrives. */
export const strangerMessageBody = z.object({
  id: chosenId(),
  content: requiredText(LIMITS.strangerMessageMax),
});
export const strangerMessageResponse = one(strangerMessage);
/** `POST /strangers/chats/{id}/picture`: one each, once both allow it. */
export const strangerPictureBody = z.object({ id: chosenId(), fileId: chosenId() });
/** `PATCH /strangers/chats/{id}`: what one allows, wants and has seen; what is not named stays. */
export const strangerChatBody = z.object({
  allowsPhotos: z.optional(z.boolean()),
  wantsFriend: z.optional(z.boolean()),
  seenSeq: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
});
export type StrangerChatChange = z.output<typeof strangerChatBody>;
/** `POST /strangers/chats/{id}/end` */
export const strangerEndBody = z.object({ how: z.enum(['end', 'next', 'block']) });
export type StrangerEnd = z.infer<typeof strangerEndBody>['how'];
