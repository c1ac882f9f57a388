import { LIMITS } from '../limits.ts';
import { pinRank } from '../pins.ts';
import { chatType } from '../rows/chat.ts';
import { chosenId, instant, isChosenId, nameText, uuid } from '../text.ts';
import { isUniqueCodePlausible, uniqueCode } from '../unique-code.ts';
import { REQUIRED, z } from '../zod.ts';
import { declareMutation } from './declare.ts';
import { isDistinct } from './distinct.ts';

/** The fields of `POST /chats` (docs/decisions/0003), shared by the mutation and the REST body. */
export const newChatFields = z.object({
  type: chatType,
  name: z.optional(nameText(LIMITS.chatNameMax)),
  /** Who is in it from the start, without oneself. Those who are no friends get an invitation. */
  users: z._default(
    z
      .array(uuid())
      .check(z.maxLength(LIMITS.groupMembersMax - 1), z.refine(isDistinct, 'The same person twice')),
    [],
  ),
  /** A code that the device has made, so that a group that is not sent yet has its address. */
  uniqueCode: z.optional(uniqueCode().check(z.refine(isUniqueCodePlausible, 'Looks mistyped'))),
});
type NewChat = z.output<typeof newChatFields> & { id?: string | undefined };

/**
 * PRIVATE: exactly one other person, and the id that follows from the two, which the server computes again; GROUP: a name
 * and at least one; PUBLIC: a name. The id of these two is chosen by the client.
 */
export const checkNewChat = ({ value, issues }: z.core.ParsePayload<NewChat>): void => {
  const refuse = (field: keyof NewChat, message: string): void =>
    void issues.push({ code: 'custom', path: [field], message, input: value });
  if (value.type === 'PRIVATE') {
    if (value.users.length === 0) refuse('users', REQUIRED);
    if (value.users.length > 1) refuse('users', 'A private chat has one other person');
    return;
  }
  if (value.id !== undefined && !isChosenId(value.id)) refuse('id', 'Must be a UUID of version 4 or 7');
  if (value.name === undefined) refuse('name', REQUIRED);
  if (value.type === 'GROUP' && value.users.length === 0) refuse('users', REQUIRED);
};

const laneOf = ({ chatId }: { chatId: string }): string => `chat:${chatId}`;
const inChat = z.object({ chatId: uuid() });
const ofMember = z.object({ chatId: uuid(), userId: uuid() });

/** Makes a GROUP or PUBLIC chat with its first members, or the PRIVATE one with a friend if it is not there. */
export const createChat = declareMutation({
  version: 1,
  args: z.extend(newChatFields, { id: uuid() }).check(checkNewChat),
  method: 'POST',
  path: '/chats',
  lane: ({ id }) => `chat:${id}`,
});

/** Name and picture; by owner and admins. `avatarId: null` takes the picture away. */
export const updateChat = declareMutation({
  version: 1,
  args: z.extend(inChat, {
    name: z.optional(nameText(LIMITS.chatNameMax)),
    avatarId: z.optional(z.nullable(chosenId())),
  }),
  method: 'PATCH',
  path: '/chats/{chatId}',
  lane: laneOf,
});

/** Brings a friend in, or invites anybody else; by owner and admins. Of a stranger one has to have the code. */
export const addMember = declareMutation({
  version: 1,
  args: z.extend(ofMember, { uniqueCode: z.optional(uniqueCode()) }),
  method: 'POST',
  path: '/chats/{chatId}/members/{userId}',
  lane: laneOf,
});

/** Takes a member out, or an invitation back. */
export const removeMember = declareMutation({
  version: 1,
  args: ofMember,
  method: 'DELETE',
  path: '/chats/{chatId}/members/{userId}',
  lane: laneOf,
});

/** Promotes, demotes, or hands the chat over (`OWNER`); by the owner. */
export const setMemberRole = declareMutation({
  version: 1,
  args: z.extend(ofMember, { role: z.enum(['OWNER', 'ADMIN', 'MEMBER']) }),
  method: 'PATCH',
  path: '/chats/{chatId}/members/{userId}',
  lane: laneOf,
});

/** Enters a PUBLIC chat, or accepts an invitation. */
export const joinChat = declareMutation({
  version: 1,
  args: inChat,
  method: 'POST',
  path: '/chats/{chatId}/join',
  lane: laneOf,
});

/** Declines an invitation; the inviter is not told. */
export const declineInvitation = declareMutation({
  version: 1,
  args: inChat,
  method: 'DELETE',
  path: '/chats/{chatId}/invitation',
  lane: laneOf,
});

/** Leaves a GROUP or PUBLIC chat; an owner names who comes next. */
export const leaveChat = declareMutation({
  version: 1,
  args: z.extend(inChat, { successorId: z.optional(uuid()) }),
  method: 'POST',
  path: '/chats/{chatId}/leave',
  lane: laneOf,
});

/** The fields of `PATCH /chats/{id}/membership`, shared by the mutation and the REST body. */
export const preferenceFields = z.object({
  isMuted: z.optional(z.boolean()),
  /** When it ends by itself, by the server's clock; without it a mute lasts until it is taken back. */
  mutedUntil: z.optional(z.nullable(instant())),
  /** Whether what names me is silent, too, while a group is muted. */
  mutesMentions: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
});

/** An end belongs to a mute. */
export const checkPreferences = ({
  value,
  issues,
}: z.core.ParsePayload<z.output<typeof preferenceFields>>): void => {
  if (value.mutedUntil == null || value.isMuted === true) return;
  issues.push({ code: 'custom', path: ['mutedUntil'], message: 'Only with isMuted: true', input: value });
};

/** Mutes or archives a chat, for me alone. What is not named stays; `isMuted` alone mutes without an end. Archived, it is not pinned. */
export const setChatPreferences = declareMutation({
  version: 1,
  args: z.extend(preferenceFields, { chatId: uuid() }).check(checkPreferences),
  method: 'PATCH',
  path: '/chats/{chatId}/membership',
  lane: laneOf,
});

/** The fields of `PUT /chats/{id}/pin`, shared by the mutation and the REST body. */
export const pinFields = z.object({
  /** Null takes the pin away. */
  rank: z.nullable(pinRank()),
  /** Moves a chat that is pinned, and does nothing where another device has taken the pin away. */
  isMove: z.optional(z.boolean()),
});

export const checkPin = ({ value, issues }: z.core.ParsePayload<z.output<typeof pinFields>>): void => {
  if (value.isMove !== true || value.rank !== null) return;
  issues.push({ code: 'custom', path: ['rank'], message: REQUIRED, input: value });
};

/** Keeps a chat on top of my list, in the order of the ranks. It comes out of the archive. */
export const setChatPin = declareMutation({
  version: 1,
  args: z.extend(pinFields, { chatId: uuid() }).check(checkPin),
  method: 'PUT',
  path: '/chats/{chatId}/pin',
  // One lane for all chats: a place that is freed before it is taken is free when the server counts.
  lane: () => 'pins',
});

/** Deletes what was said up to message `seq`, for me alone. */
export const clearChat = declareMutation({
  version: 1,
  args: z.extend(inChat, { seq: z.int().check(z.minimum(0)) }),
  method: 'POST',
  path: '/chats/{chatId}/clear',
  lane: laneOf,
});

/** Deletes a GROUP or PUBLIC chat for everybody in it; by the owner. */
export const deleteChat = declareMutation({
  version: 1,
  args: inChat,
  method: 'DELETE',
  path: '/chats/{chatId}',
  lane: laneOf,
});

/** Accepts or declines a message request; the sender is not told of a no. */
export const answerMessageRequest = declareMutation({
  version: 1,
  args: z.extend(inChat, { isAccepted: z.boolean() }),
  method: 'PATCH',
  path: '/chats/{chatId}/request',
  lane: laneOf,
});
