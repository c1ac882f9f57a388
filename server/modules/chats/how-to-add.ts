import { sql } from 'drizzle-orm';
import { memberId } from '../../../protocol/index.ts';
import { invitations, members } from '../../db/schema.ts';
import { areFriends, findRelation } from '../friends/relation.ts';
import { settingsOf } from '../settings/stored.ts';
import type { CommandContext } from '../sync/context.ts';
import { refuseUnknownPerson } from '../users/known.ts';
import type { StoredUser } from '../users/presenter.ts';
import { shareChat } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** So often a day one person adds the same friend to a chat; after that the friend is asked. */
const ADDS_PER_PAIR = 5;
/** So many invitations of one person reach another: those that are open, and those of the last day. */
const INVITATIONS_PER_PAIR = 5;
/** So often somebody is asked into one chat without having accepted. */
const INVITATIONS_PER_CHAT = 3;

/** Added at once, or asked; an invitation that is hidden looks sent to the inviter and does not reach the other. */
export type WayIn = { isAdded: boolean; isHidden: boolean };

/** Has one transaction at a time decide whom the actor adds, so that two together do not exceed what each may. */
export const lockAdding = async ({ tx, actorId }: CommandContext): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`adding:${actorId}`}, 0))`);
};

/**
 * How the actor may bring somebody into a chat. Friends are added, unless they want to be asked or have been asked or in
 * the chat before: a former member comes back by accepting an invitation alone. Everyone else whom the actor knows is asked.
 * What a block, a setting or a limit keeps from somebody looks sent, so that it tells nothing. After `lockAdding`.
 * @throws ProtocolError `not_found` for somebody whom the actor knows by a bare id alone
 */
export const howToAdd = async (
  context: CommandContext,
  chatId: string,
  user: StoredUser,
  code?: string,
): Promise<WayIn> => {
  const { tx, actorId } = context;
  const relation = await findRelation(tx, actorId, user.id);
  const isKnown =
    relation.friendship !== null || code === user.uniqueCode || (await shareChat(tx, actorId, user.id));
  if (!isKnown) return refuseUnknownPerson(context);
  const isFriend = areFriends(relation);
  const { groupInvites } = settingsOf(user);
  const past = await findPast(context, chatId, user.id);
  const wantsToBeAsked = groupInvites === 'nobody' || past.isKnownHere;
  return {
    isAdded: isFriend && !wantsToBeAsked && past.adds < ADDS_PER_PAIR,
    isHidden:
      relation.isBlocked ||
      (!isFriend && groupInvites !== 'everyone') ||
      past.invitations >= INVITATIONS_PER_PAIR ||
      past.timesAsked >= INVITATIONS_PER_CHAT,
  };
};

type Past = {
  /** Was in this chat, or was asked into it and did not come. */
  isKnownHere: boolean;
  timesAsked: number;
  adds: number;
  invitations: number;
};

const findPast = async (
  { tx, actorId, now }: CommandContext,
  chatId: string,
  userId: string,
): Promise<Past> => {
  const id = memberId(chatId, userId);
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const [past] = await tx
    .select({
      isKnownHere: sql<boolean>`exists (select 1 from ${members} where ${members.id} = ${id} and ${members.leftAt} is not null) or exists (select 1 from ${invitations} where ${invitations.id} = ${id} and ${invitations.deletedAt} is not null)`,
      timesAsked: sql<number>`coalesce((select ${invitations.timesSent} from ${invitations} where ${invitations.id} = ${id}), 0)`,
      adds: sql<number>`(select count(*)::int from ${members} where ${members.userId} = ${userId} and ${members.addedBy} = ${actorId} and ${members.joinedAt} > ${dayAgo})`,
      invitations: sql<number>`(select count(*)::int from ${invitations} where ${invitations.inviterId} = ${actorId} and ${invitations.userId} = ${userId} and not ${invitations.isHidden} and (${invitations.deletedAt} is null or ${invitations.createdAt} > ${dayAgo}))`,
    })
    .from(sql`(values (1)) as one`);
  return past ?? { isKnownHere: false, timesAsked: 0, adds: 0, invitations: 0 };
};
