import webpush from 'web-push';
import type { Database } from '../../db/database.ts';
import { vapidKeys } from '../../db/schema.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The server's key pair (RFC 8292): made once for a database, so that subscriptions outlive restarts and hold on all nodes. */
export const ensureVapidKeys = async (db: Database): Promise<VapidKeys> => {
  const [known] = await db.select().from(vapidKeys);
  if (known) return known;
  // Another node may be first: its pair is the one.
  await db.insert(vapidKeys).values(webpush.generateVAPIDKeys()).onConflictDoNothing();
  const [made] = await db.select().from(vapidKeys);
  if (!made) throw new Error('The database took no key pair for push');
  return made;
};
