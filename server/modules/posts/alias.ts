import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { secrets } from '../../db/schema.ts';

const LENGTH = 16;

/** Which secret the key for aliases is. */
export const aliasKey = eq(secrets.name, 'alias');

/** An author's alias inside one post: the same for all who read it, and of no use for any other post (docs/decisions/0006). */
export const aliasOf = (key: string | null, postId: string, userId: string): string => {
  if (key === null) throw new Error('The database has no key for aliases.');
  return createHmac('sha256', key).update(`${postId}:${userId}`).digest('base64url').slice(0, LENGTH);
};

const SECOND_MS = 1_000;

/** A time at which an anonymous author did something: to the second, so that it meets no other trace to the millisecond. */
export const coarseTime = (now: Date): Date => new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
