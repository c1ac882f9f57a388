import { eq } from 'drizzle-orm';
import { ProtocolError, userScope } from '../../../protocol/index.ts';
import { friendships } from '../../db/schema.ts';
import { createPrivateChat } from '../chats/create-private-chat.ts';
import { endRequest } from '../chats/message-request.ts';
import { notifyOfFriend } from '../notifications/notify.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { userChange } from '../users/presenter.ts';
import { friendshipChange, type StoredFriendship } from './presenter.ts';
import { findPerson } from './relation.ts';

/** PENDING → APPROVED, with the private chat of the two. The caller holds the row's lock and has checked who may. */
export const approveFriendship = async (
  context: CommandContext,
  { id, requesterId, requesteeId }: StoredFriendship,
): Promise<void> => {
  const { tx, log, now } = context;
  const [approved] = await tx
    .update(friendships)
    .set({ status: 'APPROVED', approvedAt: now, version: increment(friendships.version) })
    .where(eq(friendships.id, id))
    .returning();
  const requester = await findPerson(tx, requesterId);
  const requestee = await findPerson(tx, requesteeId);
  if (!approved || !requester || !requestee) throw new ProtocolError('not_found');
  log.put(userScope(requester.id), friendshipChange(approved), userChange(requestee));
  log.put(userScope(requestee.id), friendshipChange(approved), userChange(requester));
  const chat = await createPrivateChat(context, requester, requestee);
  await endRequest(context, chat, [requester.id, requestee.id]);
  await notifyOfFriend(context, requester.id, 'friendAccepted', id);
};
