import { and, eq, inArray } from 'drizzle-orm';
import { chatScope, LIMITS, type Media, ProtocolError } from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { files, fileUses, messages } from '../../db/schema.ts';
import { changesOfMessage } from '../messages/presenter.ts';
import { tellStars } from '../messages/stars.ts';
import type { SyncServices } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { LogWriter } from '../sync/log.ts';
import { describeFiles } from './attach-files.ts';
import { isSound, type StoredFile } from './presenter.ts';
import { assertQuota } from './quota.ts';

/** Everything but the bytes, which lie in the storage already. */
export type FilledFile = Pick<
  StoredFile,
  | 'id'
  | 'ownerId'
  | 'kind'
  | 'mime'
  | 'size'
  | 'sentSize'
  | 'width'
  | 'height'
  | 'blurhash'
  | 'durationMs'
  | 'name'
  | 'storageKey'
  | 'variants'
  | 'posterOf'
>;

export type FillOutcome = { file: StoredFile; isNew: boolean };

/**
 * Makes a file ready: a new one, or one that a message awaits from the same person. What carries it is
 * logged again in its own scope, so that frames fill on every screen. A second copy of the same upload changes nothing.
 * @throws ProtocolError `id_taken`, `quota_full`, `unsupported_type` when something else was announced
 */
export const fillFile = async (services: SyncServices, filled: FilledFile): Promise<FillOutcome> => {
  const now = services.clock.now();
  const { outcome, entries } = await inTransaction(services.db, async (tx) => {
    const log = new LogWriter(tx, now, null);
    const result = await fill(tx, filled, now);
    if (result.isNew) await refreshCarriers(tx, log, [result.file]);
    return { outcome: result, entries: await log.flush() };
  });
  if (entries.length > 0) services.publish({ entries, joined: [], left: [], actor: null });
  return outcome;
};

const fill = async (tx: Transaction, filled: FilledFile, now: Date): Promise<FillOutcome> => {
  const [known] = await tx.select().from(files).where(eq(files.id, filled.id)).for('update');
  if (known && known.ownerId !== filled.ownerId) throw new ProtocolError('id_taken');
  if (known?.state === 'ready') return { file: known, isNew: false };
  // A copy whose original is gone: nothing else comes in its place.
  if (known && known.copiedFrom !== null) throw new ProtocolError('id_taken');
  await assertQuota(tx, filled.ownerId, [filled]);
  // What the sender's device has measured of a sound that we do not take apart.
  const measuredMs = filled.durationMs ?? known?.durationMs ?? null;
  // Recordings end at the limit; bytes that claim to play for longer lie.
  const mostMs = known?.waveform ? LIMITS.voiceMsMax : Number.MAX_SAFE_INTEGER;
  const durationMs = measuredMs === null ? null : Math.min(measuredMs, mostMs);
  const values = {
    ...filled,
    durationMs,
    ...(await belongingOf(tx, filled)),
    state: 'ready',
    readyAt: now,
  } as const;
  if (!known) {
    const [file] = await tx
      .insert(files)
      .values({ ...values, createdAt: now })
      .onConflictDoNothing()
      .returning();
    // Two copies of one upload at the same time: the other one is being stored just now.
    if (!file) throw new ProtocolError('unavailable', { retryAfterMs: 1_000 });
    return { file, isNew: true };
  }
  if (!(await fitsAnnouncement(tx, known, filled))) throw new ProtocolError('unsupported_type');
  const [file] = await tx.update(files).set(values).where(eq(files.id, filled.id)).returning();
  if (!file) throw new ProtocolError('not_found');
  return { file, isNew: true };
};

/** A message that announces a picture gets a picture, a voice message a sound; one that announces a file takes anything. */
const fitsAnnouncement = async (tx: Transaction, known: StoredFile, filled: FilledFile): Promise<boolean> => {
  if (known.waveform !== null && !isSound(filled)) return false;
  if (known.kind === filled.kind || known.kind === 'file') return true;
  const [use] = await tx.select().from(fileUses).where(eq(fileUses.fileId, known.id)).limit(1);
  return use === undefined;
};

/**
 * The still of a video goes where that goes: what is known of the one is known of the other. The video of somebody else
 * gets none, and the messages that have it stay as they are.
 */
const belongingOf = async (tx: Transaction, { posterOf, ownerId }: FilledFile) => {
  if (posterOf === null) return {};
  const [video] = await tx.select().from(files).where(eq(files.id, posterOf));
  if (!video) return {};
  if (video.ownerId !== ownerId) return { posterOf: null };
  return { isNamed: video.isNamed, secretOf: video.secretOf };
};

/** Messages that name these files, or the videos whose stills they are, tell everybody what has become of them. */
export const refreshCarriers = async (
  tx: Transaction,
  log: LogWriter,
  changed: readonly Pick<StoredFile, 'id' | 'posterOf'>[],
): Promise<void> => {
  const fileIds = changed.flatMap(({ id, posterOf }) => (posterOf === null ? [id] : [id, posterOf]));
  if (fileIds.length === 0) return;
  const uses = await tx
    .select({ targetId: fileUses.targetId })
    .from(fileUses)
    .where(and(inArray(fileUses.fileId, fileIds), eq(fileUses.kind, 'message')));
  for (const messageId of [...new Set(uses.map(({ targetId }) => targetId))].sort((a, b) =>
    a < b ? -1 : 1,
  )) {
    const [message] = await tx.select().from(messages).where(eq(messages.id, messageId)).for('update');
    if (!message || message.deletedAt !== null) continue;
    const [moved] = await tx
      .update(messages)
      .set({ media: await describeAgain(tx, message.media), version: increment(messages.version) })
      .where(eq(messages.id, messageId))
      .returning();
    if (!moved) continue;
    log.put(chatScope(moved.chatId), ...changesOfMessage(moved));
    await tellStars({ tx, log }, moved);
  }
};

/** What a message was told to do without stays away from it, also when it arrives for another one. */
const describeAgain = async (tx: Transaction, before: readonly Media[]): Promise<Media[]> => {
  const ids = before.map(({ id }) => id);
  const rows = await tx.select().from(files).where(inArray(files.id, ids));
  const alts = Object.fromEntries(before.flatMap(({ id, alt }) => (alt === undefined ? [] : [[id, alt]])));
  const now = await describeFiles(tx, ids, new Map(rows.map((row) => [row.id, row])), alts);
  const gone = new Map(before.flatMap((one) => (one.state === 'withdrawn' ? [[one.id, one]] : [])));
  return now.map((one) => gone.get(one.id) ?? one);
};
