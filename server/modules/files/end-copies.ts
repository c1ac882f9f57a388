import { and, eq, inArray, ne } from 'drizzle-orm';
import { z } from '../../../protocol/index.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { files } from '../../db/schema.ts';
import { declareJob, type JobSender } from '../../jobs/job.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import type { Clock, Commit } from '../sync/context.ts';
import { LogWriter } from '../sync/log.ts';
import { refreshCarriers } from './fill-file.ts';
import { removeUnusedBytes } from './stored-bytes.ts';

export const endCopiesJob = declareJob({ name: 'end-copies', data: z.object({ messageId: z.uuid() }) });

/** How many copies end in one transaction: each may stand in a chat of its own. */
const BATCH = 20;

/**
 * Call it in the transaction that deletes a message for everyone. What was forwarded from it cannot be read any more once
 * that is committed (`policy.ts`); the screens that show it are told by a job, because there may be many.
 */
export const sendEndOfCopies = async (tx: Transaction, jobs: JobSender, messageId: string): Promise<void> => {
  const [copy] = await tx
    .select({ id: files.id })
    .from(files)
    .where(eq(files.copiedFrom, messageId))
    .limit(1);
  if (copy) await jobs.send(tx, endCopiesJob, { messageId });
};

type Deps = { db: Database; clock: Clock; publish: (commit: Commit) => void; storage: FileStorage };

/** Tells every chat into which something of a deleted message was forwarded that it is gone, and frees its room. */
export const endCopies = async (deps: Deps, messageId: string): Promise<void> => {
  for (;;) {
    const ended = await endSome(deps, messageId);
    if (ended.length === 0) return;
    await removeUnusedBytes(deps, ended);
  }
};

/** @returns where the bytes of those that have ended lie */
const endSome = async ({ db, clock, publish }: Deps, messageId: string): Promise<(string | null)[]> => {
  const { commit, ended } = await inTransaction(db, async (tx) => {
    const log = new LogWriter(tx, clock.now(), null);
    const copies = await tx
      .select()
      .from(files)
      .where(and(eq(files.copiedFrom, messageId), ne(files.state, 'withdrawn')))
      .orderBy(files.id)
      .limit(BATCH)
      .for('update');
    const nothing = { size: null, sentSize: null, width: null, height: null, blurhash: null, name: null };
    if (copies.length > 0)
      await tx
        .update(files)
        .set({ ...nothing, state: 'withdrawn', storageKey: null, variants: [] })
        .where(
          inArray(
            files.id,
            copies.map(({ id }) => id),
          ),
        );
    await refreshCarriers(tx, log, copies);
    const result: Commit = { entries: await log.flush(), joined: [], left: [], actor: null };
    return { commit: result, ended: copies.map(({ storageKey }) => storageKey) };
  });
  if (commit.entries.length > 0) publish(commit);
  return ended;
};
