import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { devices } from '../../../db/schema.ts';

const FRESH_MS = 60_000;
/** What the column holds; nobody has that much. */
const PENDING_MAX = 2 ** 31 - 1;

/**
 * Takes note of how much unsent work a device holds, and tells what it held when it was last heard of: after its
 * storage was cleared, that is all anybody knows of what was lost. Null for a device never heard of.
 */
export const noteDevice = async (
  db: Database,
  now: Date,
  device: { userId: string; deviceId: string; pendingCount: number },
): Promise<number | null> => {
  const { userId, deviceId } = device;
  const pendingCount = Math.min(device.pendingCount, PENDING_MAX);
  const [before] = await db
    .select({ pendingCount: devices.pendingCount })
    .from(devices)
    .where(and(eq(devices.userId, userId), eq(devices.deviceId, deviceId)));
  const staleBefore = new Date(now.getTime() - FRESH_MS).toISOString();
  await db
    .insert(devices)
    .values({ userId, deviceId, pendingCount, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [devices.userId, devices.deviceId],
      set: { pendingCount: sql`excluded.pending_count`, lastSeenAt: sql`excluded.last_seen_at` },
      // A pull that tells nothing new writes nothing.
      setWhere: sql`${devices.pendingCount} <> excluded.pending_count or ${devices.lastSeenAt} < ${staleBefore}`,
    });
  return before?.pendingCount ?? null;
};
