import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import {
  chatScope,
  createUniqueCode,
  type MutationArgs,
  ProtocolError,
  privateChatId,
  REQUIRED,
} from '../../../protocol/index.ts';
import { chats, uniqueCodes, users } from '../../db/schema.ts';
import { areFriends, findRelation } from '../friends/relation.ts';
import type { CommandContext, CommandResult } from '../sync/context.ts';
import { findKnownPerson, refuseUnknownPerson } from '../users/known.ts';
import { rememberLookUp } from '../users/look-ups.ts';
import type { StoredUser } from '../users/presenter.ts';
import { createPrivateChat } from './create-private-chat.ts';
import { howToAdd, lockAdding } from './how-to-add.ts';
import { enterChat, invite } from './membership-rows.ts';
import { loadPair } from './policy.ts';
import { chatChange, type StoredChat } from './presenter.ts';
import { writeLine } from './system-line.ts';

type Args = MutationArgs<'createChat'>;

/**
 * Makes a GROUP or PUBLIC chat under the id and code its owner chose; who may be added is in it at once, others are invited.
 * A second copy of one's own finds it made and changes nothing.
 */
export const createChat = async (context: CommandContext, args: Args): Promise<CommandResult> => {
  if (args.type === 'PRIVATE') return openPrivateChat(context, args);
  const { actorId } = context;
  const people = await findPeople(context, [actorId, ...args.users]);
  const owner = people.get(actorId);
  if (!owner) throw new ProtocolError('not_found');
  if (args.type === 'GROUP' && people.size === 1)
    throw new ProtocolError('validation', { errors: [{ field: 'users', message: REQUIRED }] });
  const chat = await insertChat(context, args);
  if (!chat) return { id: args.id };
  await lockAdding(context);
  const added: StoredUser[] = [];
  const asked: { user: StoredUser; isHidden: boolean }[] = [];
  for (const [id, user] of people) {
    if (id === actorId) continue;
    if (user.deletedAt) {
      // Left out, but only for an actor who knew them: to others there is no such person.
      if (!(await findKnownPerson(context.tx, actorId, id))) return refuseUnknownPerson(context);
      continue;
    }
    const { isAdded, isHidden } = await howToAdd(context, chat.id, user);
    if (isAdded) added.push(user);
    else asked.push({ user, isHidden });
  }
  context.log.put(chatScope(chat.id), chatChange(chat));
  await enterChat(context, chat, [
    { user: owner, role: 'OWNER' },
    ...added.map((user) => ({ user, role: 'MEMBER' as const, addedBy: actorId })),
  ]);
  for (const { user, isHidden } of asked) await invite(context, chat, { user, inviter: owner, isHidden });
  await writeLine(context, chat.id, {
    ...{ type: 'created', name: chat.name },
    people: added.map(({ id }) => id),
  });
  return { id: chat.id };
};

/** Undefined: the actor has made it already, by another copy of the request. */
const insertChat = async (
  { tx, actorId, now }: CommandContext,
  { id, type, name, uniqueCode }: Args,
): Promise<StoredChat | undefined> => {
  const code = uniqueCode ?? createUniqueCode(randomBytes(12));
  const [made] = await tx
    .insert(chats)
    .values({ id, type, name: name ?? null, uniqueCode: code, createdBy: actorId, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (!made) {
    const [known] = await tx
      .select({ createdBy: chats.createdBy })
      .from(chats)
      .where(and(eq(chats.id, id), eq(chats.createdBy, actorId)));
    if (known) return undefined;
    throw new ProtocolError('id_taken');
  }
  // The code may be a person's: one namespace for both.
  const [kept] = await tx.insert(uniqueCodes).values({ code, chatId: id }).onConflictDoNothing().returning();
  if (!kept) throw new ProtocolError('id_taken');
  return made;
};

/** Everybody named, deleted accounts included: a group that was made offline must not fail for somebody who has left since. */
const findPeople = async (
  context: CommandContext,
  ids: readonly string[],
): Promise<Map<string, StoredUser>> => {
  const { tx } = context;
  const wanted = [...new Set(ids)];
  const rows = await tx.select().from(users).where(inArray(users.id, wanted));
  if (rows.length < wanted.length) return refuseUnknownPerson(context);
  return new Map(rows.map((row) => [row.id, row]));
};

/**
 * A private chat with a friend is there or is made. With anybody else it comes into being with the first message: until
 * then only the pair behind its id is remembered (docs/decisions/0002).
 */
const openPrivateChat = async (
  context: CommandContext,
  { id, users: named }: Args,
): Promise<CommandResult> => {
  const { tx, actorId } = context;
  const [otherId = actorId] = named;
  if (otherId === actorId)
    throw new ProtocolError('validation', {
      message: 'Saved messages begin with the first of them',
      errors: [{ field: 'users', message: 'Is your own' }],
    });
  const { viewer, other } = await loadPair(tx, actorId, otherId, false);
  if (privateChatId(actorId, otherId) !== id)
    throw new ProtocolError('validation', {
      errors: [{ field: 'id', message: 'Not the private chat of these two' }],
    });
  if (areFriends(await findRelation(tx, actorId, otherId))) {
    await createPrivateChat(context, viewer, other);
    return { id };
  }
  await rememberLookUp(tx, context.now, actorId, otherId);
  return { id };
};
