import type { Engine } from '../../sync/index.ts';

/** Screens that pushes lead to and nothing else opens often. */
const ALWAYS: ReadonlySet<string> = new Set(['/profile/devices', '/profile/account', '/strangers']);

/**
 * Whether a push may have called to a screen, as far as this device knows: for all others no request is spent on saying
 * that they are being looked at. Chats have marks of their own.
 */
export const mayBeCalledTo = async (
  { db, userId }: Pick<Engine, 'db' | 'userId'>,
  pathname: string,
): Promise<boolean> => {
  if (ALWAYS.has(pathname)) return true;
  const [, root, id = ''] = pathname.split('/');
  if (pathname === '/profile/friend-requests') {
    const asked = await db.friendships.where('requesteeId').equals(userId).toArray();
    return asked.some(({ status }) => status === 'PENDING');
  }
  if (root === 'users') {
    const person = await db.users.where('uniqueCode').equals(id).first();
    if (person === undefined) return false;
    const accepted = await db.friendships.where('requesteeId').equals(person.id).toArray();
    return accepted.some(({ requesterId, status }) => requesterId === userId && status === 'APPROVED');
  }
  if (root !== 'posts' || id === '') return false;
  if ((await db.posts.get(id))?.creatorId === userId) return true;
  const said = await db.comments.where('postId').equals(id).toArray();
  return said.some(({ creatorId }) => creatorId === userId);
};
