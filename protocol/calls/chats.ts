import { list, one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { flag, listQuery, positiveInt } from '../list-query.ts';
import {
  checkNewChat,
  checkPin,
  checkPreferences,
  newChatFields,
  pinFields,
  preferenceFields,
  updateChat,
} from '../mutations/chats.ts';
import { editMessage, pinMessage, reactToMessage, starMessage } from '../mutations/message-actions.ts';
import {
  CONTENT_REQUIRED,
  hasFileOfEachVoice,
  hasMessageContent,
  messageContent,
  VOICE_WITHOUT_FILE,
} from '../mutations/send-message.ts';
import { chatRow, chatType, memberRole, memberRow, membershipRow } from '../rows/chat.ts';
import { messageRow } from '../rows/message.ts';
import { userRow } from '../rows/user.ts';
import { windowMeta } from '../sync/window.ts';
import { chosenId, instant, uuid } from '../text.ts';
import { uniqueCode } from '../unique-code.ts';
import { z } from '../zod.ts';

export const chatIdParams = z.object({ id: uuid() });
export const chatCodeParams = z.object({ code: uniqueCode() });

/** A chat as the caller sees it. `persisted: false`: the private chat that a first message would create (docs/decisions/0003). */
export const chatItem = z.extend(chatRow, {
  persisted: z.boolean(),
  /** How many people are in it; of a PUBLIC chat that the caller is not in, `members` names none of them. */
  memberCount: z.int(),
  members: z.array(z.extend(memberRow, { user: userRow })),
  membership: z.nullable(membershipRow),
  lastMessage: z.nullable(messageRow),
  unseenCount: z.int(),
});
export type ChatItem = z.infer<typeof chatItem>;
export const chatResponse = one(chatItem);

/** `GET /chats` */
export const chatsQuery = z.extend(listQuery(['lastMessageAt', 'createdAt', 'name']), {
  type: z.optional(chatType),
  archived: z.optional(flag()),
  /** Only message requests that wait for the caller's answer, or none of them. */
  requests: z.optional(flag()),
  /** Every PUBLIC chat by its name, whether the caller is in it or not. */
  discover: z.optional(flag()),
});
export const chatsResponse = list(chatItem);

/** `POST /chats`; without `id` the server makes one. A PRIVATE chat's id follows from its two people. */
export const newChatBody = z.extend(newChatFields, { id: z.optional(uuid()) }).check(checkNewChat);

/** `PATCH /chats/{id}` */
export const chatPatch = z.omit(updateChat.args, { chatId: true });

export const chatMemberParams = z.object({ id: uuid(), userId: uuid() });
/** `POST /chats/{id}/members/{userId}`; the code of somebody who is neither a friend nor in a common chat. */
export const memberBody = z.object({ uniqueCode: z.optional(uniqueCode()) });
/** `PATCH /chats/{id}/members/{userId}` */
export const memberPatch = z.object({ role: memberRole });
/** `POST /chats/{id}/leave` */
export const leaveBody = z.object({ successorId: z.optional(uuid()) });
/** `PATCH /chats/{id}/membership` */
export const membershipPatch = preferenceFields.check(checkPreferences);
/** `PUT /chats/{id}/pin` */
export const pinBody = pinFields.check(checkPin);
export const membershipResponse = one(membershipRow);
/** `POST /chats/{id}/clear` */
export const clearBody = z.object({ seq: z.int().check(z.minimum(0)) });
/** `PATCH /chats/{id}/request` */
export const requestAnswerBody = z.object({ isAccepted: z.boolean() });
/** What is no longer there: a chat that was left or deleted, a member, an invitation. A replay looks the same. */
export const chatGone = one(z.object({ id: z.string(), version: z.int(), deleted: z.literal(true) }));

/** `GET /chats/{id}/messages`: newest first; `beforeSeq` and `afterSeq` (exclusive) make it a window in the chat's own numbers. */
export const messagesQuery = z.extend(listQuery(['seq', 'createdAt']), {
  beforeSeq: z.optional(positiveInt(Number.MAX_SAFE_INTEGER)),
  afterSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  /** Also what the caller has deleted for themselves: a device keeps its history without holes and hides on its own. */
  withHidden: z.optional(flag()),
});

/** `people`: the profiles of all whom the page names, those who have left the chat as well. */
export const messagesResponse = z.object({
  data: z.array(messageRow),
  meta: z.extend(windowMeta, { people: z.exactOptional(z.array(userRow)) }),
});
export type MessagesResponse = z.infer<typeof messagesResponse>;

/**
 * `POST /chats/{id}/messages`, the message fields of specification §3. `userId` must be the token's subject and `chatId` the
 * path (docs/decisions/0003). `id`, `writtenAt` and `recipientId` are ours and optional.
 */
export const messageBody = z
  .extend(messageContent, {
    chatId: z.optional(uuid()),
    userId: z.optional(uuid()),
    id: z.optional(chosenId()),
    recipientId: z.optional(uuid()),
    writtenAt: z.optional(instant()),
  })
  .check(z.refine(hasMessageContent, CONTENT_REQUIRED), z.refine(hasFileOfEachVoice, VOICE_WITHOUT_FILE));
export const messageResponse = one(messageRow);

/** `…/chats/{id}/messages/{messageId}`, for what is done to a message. */
export const messageIdParams = z.extend(chatIdParams, { messageId: uuid() });
export const messageFileParams = z.extend(messageIdParams, { fileId: uuid() });

/** `PATCH …/messages/{messageId}` */
export const editBody = z.object({
  content: editMessage.args.shape.content,
  expectedContent: editMessage.args.shape.expectedContent,
  mentions: editMessage.args.shape.mentions,
  mentionNames: editMessage.args.shape.mentionNames,
  preview: editMessage.args.shape.preview,
});

/** `PUT …/messages/{messageId}/reaction` */
export const reactionBody = z.object({ emoji: reactToMessage.args.shape.emoji });

/** `PUT …/messages/{messageId}/pinned` */
export const pinnedBody = z.object({ isPinned: pinMessage.args.shape.isPinned });
export const pinnedResponse = one(z.object({ messageId: z.uuid(), isPinned: z.boolean() }));

/** `PUT …/messages/{messageId}/starred` */
export const starredBody = z.object({ isStarred: starMessage.args.shape.isStarred });
export const starredResponse = one(z.object({ messageId: z.uuid(), isStarred: z.boolean() }));

/** `PUT …/messages/{messageId}/hidden` */
export const hiddenBody = z.object({ hidden: z.boolean() });
export const hiddenResponse = one(z.object({ messageId: z.uuid(), hidden: z.boolean() }));

/** `PUT /chats/{id}/messages/{messageId}/listened` */
export const listenedResponse = one(z.object({ messageId: z.uuid() }));

/** `PATCH /chats/{id}/seen` */
export const seenBody = z.object({ seq: z.int().check(z.minimum(1)) });
export const seenResponse = one(membershipRow);

/** `GET /chats/messages/unseen-count` (docs/decisions/0004). */
export const unseenCount = one(
  z.object({
    count: z.int(),
    chats: z.int(),
    byChat: z
      .array(z.object({ chatId: z.uuid(), count: z.int() }))
      .check(z.maxLength(LIMITS.perPageMax * 100)),
  }),
);
