import { lt, sql } from 'drizzle-orm';
import { privateChatId } from '../../../protocol/index.ts';
import { chatPairs } from '../../db/account-tables.ts';
import type { Database, Queryable } from '../../db/database.ts';

/** Of one account: the longest ago are forgotten first. */
export const LOOK_UPS_PER_ACCOUNT = 1_000;
/** A device may have written offline to somebody whom it looked up long ago. */
const KEPT_MS = 366 * 24 * 60 * 60_000;
/** A look-up that is repeated within this time writes nothing. */
const FRESH_MS = 24 * 60 * 60_000;

/**
 * Remembers whom somebody has looked up, and so which two people the id of a chat stands for that does not exist yet.
 * One statement, in which a new row takes the place of the oldest beyond the limit.
 */
export const rememberLookUp = async (
  db: Queryable,
  now: Date,
  askerId: string,
  otherId: string,
): Promise<void> => {
  // The chat with oneself needs no look-up.
  if (askerId === otherId) return;
  const staleBefore = new Date(now.getTime() - FRESH_MS).toISOString();
  await db.execute(sql`
    with replaced as (
      delete from ${chatPairs} where asker_id = ${askerId} and other_id in (
        select other_id from ${chatPairs}
        where asker_id = ${askerId} and other_id in (
          select other_id from ${chatPairs}
          where asker_id = ${askerId} and other_id <> ${otherId}
            and not exists (select from ${chatPairs} where asker_id = ${askerId} and other_id = ${otherId})
          order by asked_at desc, other_id
          offset ${LOOK_UPS_PER_ACCOUNT - 1}::int
        )
        for update skip locked
      )
    )
    insert into ${chatPairs} (asker_id, other_id, chat_id, asked_at)
    values (${askerId}, ${otherId}, ${privateChatId(askerId, otherId)}, ${now.toISOString()}::timestamptz)
    on conflict (asker_id, other_id) do update set asked_at = excluded.asked_at
      where chat_pairs.asked_at < ${staleBefore}::timestamptz`);
};

/** Forgets look-ups that were not repeated for a year. */
export const forgetLookUps = async (db: Database, now: Date): Promise<void> => {
  await db.delete(chatPairs).where(lt(chatPairs.askedAt, new Date(now.getTime() - KEPT_MS)));
};
