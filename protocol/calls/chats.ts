import { list, one } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { flag, listQuery, positiveInt } from '../list-query.ts';
import { editMessage, reactToMessage } from '../mutations/message-actions.ts';
import { CONTENT_REQUIRED, hasMessageContent, messageContent } from '../mutations/send-message.ts';
import { chatRow, chatType, memberRow, membershipRow } from '../rows/chat.ts';
import { messageRow } from '../rows/message.ts';
import { userRow } from '../rows/user.ts';
import { windowPage } from '../sync/window.ts';
import { instant, uuid } from '../text.ts';
import { uniqueCode } from '../unique-code.ts';
import { z } from '../zod.ts';

export const chatIdParams = z.object({ id: uuid() });
export const chatCodeParams = z.object({ code: uniqueCode() });

/** A chat as the caller sees it. `persisted: false`: the private chat that a first message would create (decisions.md §3). */
export const chatItem = chatRow.extend({
  persisted: z.boolean(),
  members: z.array(memberRow.extend({ user: userRow })),
  membership: membershipRow.nullable(),
  lastMessage: messageRow.nullable(),
  unseenCount: z.int(),
});
export type ChatItem = z.infer<typeof chatItem>;
export const chatResponse = one(chatItem);

/** `GET /chats` */
export const chatsQuery = listQuery(['lastMessageAt', 'createdAt', 'name']).extend({
  type: chatType.optional(),
});
export const chatsResponse = list(chatItem);

/** `GET /chats/{id}/messages`: newest first; `beforeSeq` and `afterSeq` (exclusive) make it a window in the chat's own numbers. */
export const messagesQuery = listQuery(['seq', 'createdAt']).extend({
  beforeSeq: positiveInt(Number.MAX_SAFE_INTEGER).optional(),
  afterSeq: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Also what the caller has deleted for themselves: a device keeps its history without holes and hides on its own. */
  withHidden: flag().optional(),
});

export const messagesResponse = windowPage(messageRow);
export type MessagesResponse = z.infer<typeof messagesResponse>;

/**
 * `POST /chats/{id}/messages`, the message fields of specification §3. `userId` must be the token's subject and `chatId` the
 * path (decisions.md §3, HOLE). `id`, `writtenAt` and `recipientId` are ours and optional.
 */
export const messageBody = messageContent
  .extend({
    chatId: uuid().optional(),
    userId: uuid().optional(),
    id: uuid().optional(),
    recipientId: uuid().optional(),
    writtenAt: instant().optional(),
  })
  .refine(hasMessageContent, CONTENT_REQUIRED);
export const messageResponse = one(messageRow);

/** `…/chats/{id}/messages/{messageId}`, for what is done to a message. */
export const messageIdParams = chatIdParams.extend({ messageId: uuid() });

/** `PATCH …/messages/{messageId}` */
export const editBody = z.object({ content: editMessage.args.shape.content });

/** `PUT …/messages/{messageId}/reaction` */
export const reactionBody = z.object({ emoji: reactToMessage.args.shape.emoji });

/** `PUT …/messages/{messageId}/hidden` */
export const hiddenBody = z.object({ hidden: z.boolean() });
export const hiddenResponse = one(z.object({ messageId: z.uuid(), hidden: z.boolean() }));

/** `PATCH /chats/{id}/seen` */
export const seenBody = z.object({ seq: z.int().min(1) });
export const seenResponse = one(membershipRow);

/** `GET /chats/messages/unseen-count` (decisions.md §4). */
export const unseenCount = one(
  z.object({
    count: z.int(),
    chats: z.int(),
    byChat: z.array(z.object({ chatId: z.uuid(), count: z.int() })).max(LIMITS.perPageMax * 100),
  }),
);
