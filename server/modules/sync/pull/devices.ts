import { sql } from 'drizzle-orm';
import { z } from '../../../../protocol/index.ts';
import { devices } from '../../../db/account-tables.ts';
import type { Database } from '../../../db/database.ts';
import { preparedSql } from '../../../db/prepared.ts';
import { sessions } from '../../../db/schema.ts';
import type { Session } from '../../auth/sessions.ts';

const FRESH_MS = 60_000;
/** After that long a member knows what became of a device, and new ones are not told of it. */
const SIMILAR_MS = 30 * 24 * 3_600_000;
/** What the column holds; no device has that much. */
const PENDING_MAX = 2 ** 31 - 1;

/** One browser is one device. Only cleared storage gives a session another id, and a client that invents one for each pull. */
export const DEVICES_PER_SESSION = 5;
export const DEVICES_PER_ACCOUNT = 50;

const value = (name: string, type: 'uuid' | 'timestamptz' | 'int') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const userId = value('userId', 'uuid');
const deviceId = value('deviceId', 'uuid');
const sessionId = value('sessionId', 'uuid');
const pendingCount = value('pendingCount', 'int');
const at = value('at', 'timestamptz');
const staleBefore = value('staleBefore', 'timestamptz');
const recentAfter = value('recentAfter', 'timestamptz');

const note = preparedSql(
  'note-device',
  sql`
  with before as (
    select pending_count, session_id from ${devices} where user_id = ${userId} and device_id = ${deviceId}
  ), ranked as (
    select device_id, session_id,
      row_number() over (order by last_seen_at desc, device_id) as place,
      row_number() over (partition by session_id order by last_seen_at desc, device_id) as place_in_session
    from ${devices}
    where user_id = ${userId} and device_id <> ${deviceId}
      and not exists (select from before where session_id = ${sessionId})
  ), replaced as (
    -- Locked without waiting: two pulls that replace the same rows must not wait for each other in a circle.
    delete from ${devices} where user_id = ${userId} and device_id in (
      select device_id from ${devices}
      where user_id = ${userId} and device_id in (
        select device_id from ranked
        where place >= ${DEVICES_PER_ACCOUNT}::int
          or (session_id = ${sessionId} and place_in_session >= ${DEVICES_PER_SESSION}::int)
      )
      for update skip locked
    )
  ), noted as (
    insert into ${devices} (user_id, device_id, session_id, pending_count, last_seen_at)
    values (${userId}, ${deviceId}, ${sessionId}, ${pendingCount}, ${at})
    on conflict (user_id, device_id) do update
      set session_id = excluded.session_id, pending_count = excluded.pending_count, last_seen_at = excluded.last_seen_at
      -- A pull that tells nothing new writes nothing.
      where devices.pending_count <> excluded.pending_count or devices.last_seen_at < ${staleBefore}
        or devices.session_id is distinct from excluded.session_id
  )
  select pending_count from before`,
  z.object({ pending_count: z.int() }),
);

const findPending = preparedSql(
  'find-pending',
  sql`select pending_count from ${devices} where user_id = ${userId} and device_id = ${deviceId}`,
  z.object({ pending_count: z.int() }),
);

/** The pending count at the last pull of one of a person's devices; 0 for an unknown device. */
export const findPendingCount = async (
  db: Database,
  device: { userId: string; deviceId: string },
): Promise<number> => {
  const [found] = await findPending(db, device);
  return found?.pending_count ?? 0;
};

const findSimilar = preparedSql(
  'find-similar-device',
  sql`
  select ${devices.pendingCount} as "pendingCount", ${devices.lastSeenAt} as "seenAt"
  from ${devices}
  join ${sessions} theirs on theirs.id = ${devices.sessionId}
  join ${sessions} own on own.id = ${sessionId} and own.device_name = theirs.device_name
  where ${devices.userId} = ${userId} and ${devices.deviceId} <> ${deviceId} and ${devices.pendingCount} > 0
    and ${devices.lastSeenAt} > ${recentAfter}
  order by ${devices.lastSeenAt} desc
  limit 1`,
  z.object({ pendingCount: z.int(), seenAt: z.coerce.date() }),
);

/**
 * The device of this account that pulled last among those with unsent work, and with a browser and a system of the same
 * name as a new one: perhaps the same browser, cleared of everything that could tell.
 */
export const findSimilarDevice = async (
  db: Database,
  now: Date,
  session: Session,
  deviceId: string,
): Promise<{ pendingCount: number; seenAt: string } | null> => {
  const recentAfter = new Date(now.getTime() - SIMILAR_MS).toISOString();
  const [found] = await findSimilar(db, {
    ...{ userId: session.userId, sessionId: session.id, deviceId, recentAfter },
  });
  return found === undefined
    ? null
    : { pendingCount: found.pendingCount, seenAt: found.seenAt.toISOString() };
};

/**
 * Takes note of how much unsent work a device holds, and returns what it held at its last pull: after its
 * storage was cleared, that is all that is known of what was lost. Null for an unknown device.
 *
 * One statement. A device new to its session replaces the least recently seen of that session or account; it counts
 * for the session that last used it, so that one session's inventions never push out another session's device.
 */
export const noteDevice = async (
  db: Database,
  now: Date,
  session: Session,
  device: { deviceId: string; pendingCount: number },
): Promise<number | null> => {
  const [before] = await note(db, {
    ...{ userId: session.userId, sessionId: session.id, deviceId: device.deviceId },
    pendingCount: Math.min(device.pendingCount, PENDING_MAX),
    at: now.toISOString(),
    staleBefore: new Date(now.getTime() - FRESH_MS).toISOString(),
  });
  return before?.pending_count ?? null;
};
