import { eq } from 'drizzle-orm';
import { friendshipId } from '../../../protocol/index.ts';
import { friendships } from '../../db/schema.ts';
import { approveFriendship } from '../friends/approve-friendship.ts';
import { lockPair } from '../friends/relation.ts';
import type { CommandContext } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { endEncounter } from './chat-acts.ts';
import type { Encounter } from './presenter.ts';

/**
 * Both have tapped "Add friend": they become friends, their normal private chat opens, and what was said here stays
 * behind. From this commit on, and not before, each is told who the other is.
 */
export const revealBoth = async (context: CommandContext, { chat, me, other }: Encounter): Promise<void> => {
  const { tx, now } = context;
  await lockPair(tx, me.userId, other.userId);
  const asked = { requesterId: other.userId, requesteeId: me.userId, status: 'PENDING' as const };
  const id = friendshipId(me.userId, other.userId);
  const [known] = await tx.select().from(friendships).where(eq(friendships.id, id)).for('update');
  const isFriend = known?.status === 'APPROVED' && known.deletedAt === null;
  if (!isFriend) {
    const [row] = await tx
      .insert(friendships)
      .values({ id, ...asked, createdAt: now })
      .onConflictDoUpdate({
        target: friendships.id,
        set: {
          ...asked,
          createdAt: now,
          approvedAt: null,
          deletedAt: null,
          version: increment(friendships.version),
        },
      })
      .returning();
    if (row) await approveFriendship(context, row);
  }
  await endEncounter(tx, chat.id, 'revealed', me.userId, now);
};
