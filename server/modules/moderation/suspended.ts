import { and, eq, gt, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { suspensions } from '../../db/schema.ts';

/** A suspension that holds now. */
export const isHolding = (now: Date | SQL) =>
  and(isNull(suspensions.liftedAt), or(isNull(suspensions.until), gt(suspensions.until, now)));

/** True while a person is suspended; for use in a `where` or a `select`. */
export const isSuspended = (userId: SQLWrapper, now: Date | SQL): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${suspensions} where ${and(eq(suspensions.userId, userId), isHolding(now))})`;
