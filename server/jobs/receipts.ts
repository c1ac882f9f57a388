import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { type Cursor, chatScope, memberId } from '../../protocol/index.ts';
import { type Database, inTransaction } from '../db/database.ts';
import { chats, members, memberships, users } from '../db/schema.ts';
import { hasReceipts } from '../modules/chats/has-receipts.ts';
import { memberChange } from '../modules/chats/presenter.ts';
import { hasSetting } from '../modules/settings/stored.ts';
import type { Clock, Commit, ReceiptSink, SeenStep } from '../modules/sync/context.ts';
import { increment } from '../modules/sync/increment.ts';
import { LogWriter } from '../modules/sync/log.ts';

export type Receipts = ReceiptSink & {
  /** Writes what has come together since the last time: one entry per chat. */
  flush: () => Promise<void>;
  /** Finds seen marks that a process did not live to tell of. */
  sweep: () => Promise<void>;
};

type Mark = { memberId: string; epoch: string | null; seq: number | null; step: SeenStep | null };
type Target = { memberId: string; chatId: string; deliveredSeq: number; seenSeq: number };
type Moved = Target & { step: SeenStep | null };

/** Two steps that are told together are one, from where the first began to when the last was made. */
const joinSteps = (a: SeenStep | null, b: SeenStep | null): SeenStep | null =>
  a && b ? { from: Math.min(a.from, b.from), at: new Date(Math.max(+a.at, +b.at)) } : (a ?? b);

const SWEEP_MAX = 10_000;

/**
 * "Delivered" and "seen" on the members of a chat, for all who read it: in private chats and small groups only, and
 * "seen" only of those who send receipts. They are gathered and written together at most every two seconds (jobs), because
 * each write is an entry in the chat's log.
 *
 * What is gathered may be lost with the process: seen marks are found again by the sweep, and deliveries by the next
 * cursor of the device.
 */
export const createReceipts = (deps: {
  db: Database;
  clock: Clock;
  publish: (commit: Commit) => void;
}): Receipts => {
  const { db, clock, publish } = deps;
  let marks = new Map<string, Mark>();

  const mark = (id: string, cursor: Cursor | null, step: SeenStep | null = null): void => {
    const known = marks.get(id) ?? { memberId: id, epoch: null, seq: null, step: null };
    const isNews =
      cursor !== null && (known.seq === null || cursor.seq > known.seq || cursor.epoch !== known.epoch);
    marks.set(id, { ...known, ...(isNews ? cursor : {}), step: joinSteps(known.step, step) });
  };

  const flush = async (): Promise<void> => {
    const gathered = marks;
    marks = new Map();
    try {
      const targets = (await findTargets(db, [...gathered.values()])).map((target) => ({
        ...target,
        step: gathered.get(target.memberId)?.step ?? null,
      }));
      for (const [chatId, moved] of Map.groupBy(targets, (target) => target.chatId)) {
        const commit = await writeReceipts(db, clock.now(), chatId, moved);
        publish(commit);
      }
    } catch (error) {
      for (const { memberId: id, epoch, seq, step } of gathered.values())
        mark(id, epoch === null || seq === null ? null : { epoch, seq }, step);
      throw error;
    }
  };

  return {
    stored: (userId, chatId, cursor) => mark(memberId(chatId, userId), cursor),
    seen: (userId, chatId, step) => mark(memberId(chatId, userId), null, step),
    flush,
    sweep: async () => {
      for (const id of await findUntold(db)) mark(id, null);
      await flush();
    },
  };
};

/** How far each marked member has got, for those who have got further than their row says. */
const findTargets = async (db: Database, marks: readonly Mark[]): Promise<Target[]> => {
  if (marks.length === 0) return [];
  const told = sql<number>`case when ${hasSetting('sendReadReceipts')} then ${memberships.seenSeq} else 0 end`;
  // The newest message of somebody else that the cursor has passed; own messages have no receipts.
  const stored = sql<number>`coalesce((select max(m.seq) from messages m
    join scopes s on s.id = 'chat:' || m.chat_id and s.epoch = mark.epoch
    where m.chat_id = ${members.chatId} and m.seq > ${members.deliveredSeq} and m.log_seq <= mark.seq
    and m.sender_id is distinct from ${members.userId}), 0)`;
  const rows = await db
    .select({
      memberId: members.id,
      chatId: members.chatId,
      deliveredSeq: sql`greatest(${members.deliveredSeq}, ${stored}, ${told})`.mapWith(Number),
      seenSeq: sql`greatest(${members.seenSeq}, ${told})`.mapWith(Number),
      before: { deliveredSeq: members.deliveredSeq, seenSeq: members.seenSeq },
    })
    .from(members)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as mark("memberId" text, epoch uuid, seq bigint)`,
      sql`mark."memberId" = ${members.id}`,
    )
    .innerJoin(memberships, eq(memberships.id, members.id))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(chats, eq(chats.id, members.chatId))
    .where(and(isNull(members.leftAt), isNull(chats.deletedAt), hasReceipts));
  return rows.filter(
    ({ deliveredSeq, seenSeq, before }) => deliveredSeq > before.deliveredSeq || seenSeq > before.seenSeq,
  );
};

const writeReceipts = (db: Database, now: Date, chatId: string, targets: readonly Moved[]): Promise<Commit> =>
  inTransaction(db, async (tx) => {
    const log = new LogWriter(tx, now, null);
    // In one order, so that two processes that write the same receipts do not wait for each other in a circle.
    for (const target of targets.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
      const { deliveredSeq, seenSeq, step } = target;
      // Of a mark that the sweep has found, or that a setting or the size of the group has kept back, no time is known.
      const [at, from] = [step?.at.toISOString() ?? null, step?.from ?? null];
      const isSeenFurther = lt(members.seenSeq, seenSeq);
      const [moved] = await tx
        .update(members)
        .set({
          deliveredSeq: sql`greatest(${members.deliveredSeq}, ${deliveredSeq}::bigint)`,
          seenSeq: sql`greatest(${members.seenSeq}, ${seenSeq}::bigint)`,
          seenAt: sql`case when ${isSeenFurther} then ${at}::timestamptz else ${members.seenAt} end`,
          seenFrom: sql`case when ${isSeenFurther} then case when ${from}::bigint is null then null else greatest(${from}::bigint, ${members.seenSeq}) end else ${members.seenFrom} end`,
          version: increment(members.version),
        })
        .where(
          and(eq(members.id, target.memberId), or(lt(members.deliveredSeq, deliveredSeq), isSeenFurther)),
        )
        .returning();
      if (moved) log.put(chatScope(chatId), memberChange(moved));
    }
    return { entries: await log.flush(), joined: [], left: [], actor: null };
  });

/** Members whose seen mark is ahead of what their chat was told. */
const findUntold = async (db: Database): Promise<string[]> => {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .innerJoin(memberships, eq(memberships.id, members.id))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(chats, eq(chats.id, members.chatId))
    .where(
      and(
        gt(memberships.seenSeq, members.seenSeq),
        hasSetting('sendReadReceipts'),
        isNull(members.leftAt),
        // Other chats have no receipts: their marks would fill the limit for good.
        hasReceipts,
      ),
    )
    .limit(SWEEP_MAX);
  return rows.map(({ id }) => id);
};
