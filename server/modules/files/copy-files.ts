import { eq, inArray } from 'drizzle-orm';
import { type FieldError, newUntimedId, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, messages } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { listNamed, type NamedFiles } from './attach-files.ts';
import { findReadableMessage } from './policy.ts';
import type { StoredFile } from './presenter.ts';
import { assertQuota } from './quota.ts';

type Forwarded = NamedFiles & {
  /** The ids that a client has chosen for copies, each with the id of what it is a copy of. */
  copies?: Readonly<Record<string, string>> | undefined;
};
type Made = {
  original: StoredFile;
  copy: { id: string; ownerId: string; copiedFrom: string; now: Date };
};

/**
 * Files of others that a message names become copies of the actor's own, under the actor's name and quota, which share
 * their bytes. Answers what the message names then. Only what the actor may read in a message is copied, and a copy ends
 * with the first of those messages (`end-copies.ts`); so does a copy of a copy.
 * @throws ProtocolError `impossible`, `quota_full`, `id_taken`
 */
export const copyForeignFiles = async (
  { tx, actorId, now }: Pick<CommandContext, 'tx' | 'actorId' | 'now'>,
  { copies = {}, ...named }: Forwarded,
): Promise<NamedFiles> => {
  const list = listNamed(named);
  const asked = [...new Set([...list.map(({ id }) => id), ...Object.values(copies)])];
  if (asked.length === 0) return named;
  const found = await tx.select().from(files).where(inArray(files.id, asked));
  const rows = new Map(found.map((row) => [row.id, row]));
  const wrong: FieldError[] = [];
  const made: Made[] = [];
  for (const { id, field } of list) {
    const isAsked = copies[id] !== undefined;
    const original = rows.get(copies[id] ?? id);
    if (!isAsked && (original === undefined || original.ownerId === actorId)) continue;
    if (isAsked && rows.has(id)) throw new ProtocolError('id_taken');
    const copiedFrom = original?.state === 'ready' ? await holdSource(tx, original, actorId) : null;
    if (original === undefined || copiedFrom === null) wrong.push({ field, message: 'Not found' });
    else
      made.push({ original, copy: { id: isAsked ? id : newUntimedId(), ownerId: actorId, copiedFrom, now } });
  }
  if (wrong.length > 0) throw new ProtocolError('impossible', { errors: wrong });
  if (made.length === 0) return named;
  const values = [...made.map(rowOf), ...(await stillsOf(tx, made))];
  await assertQuota(tx, actorId, values);
  const stored = await tx.insert(files).values(values).onConflictDoNothing().returning({ id: files.id });
  if (stored.length < values.length) throw new ProtocolError('id_taken');
  const renamed = new Map(made.map(({ original, copy }) => [original.id, copy.id]));
  return rename(named, (id) => renamed.get(id) ?? id);
};

/**
 * The message with which a copy of this file ends, if the actor may read the file in one. It is held until the end of the
 * transaction: a deletion then finds the copy.
 */
const holdSource = async (tx: Transaction, file: StoredFile, actorId: string): Promise<string | null> => {
  const readable = await findReadableMessage(tx, file, actorId);
  if (readable === undefined) return null;
  const [source] = await tx
    .select({ id: messages.id, deletedAt: messages.deletedAt })
    .from(messages)
    .where(eq(messages.id, file.copiedFrom ?? readable))
    .for('share');
  return source && source.deletedAt === null ? source.id : null;
};

const rowOf = ({ original, copy: { now, ...copy } }: Made) => ({
  ...original,
  ...copy,
  ...{ posterOf: null, isNamed: true, secretOf: null, createdAt: now, readyAt: now },
});

/** Copies of the stills that the owners of these videos have made of them. */
const stillsOf = async (tx: Transaction, made: readonly Made[]) => {
  const videos = made.filter(({ original }) => original.kind === 'video');
  if (videos.length === 0) return [];
  const ids = videos.map(({ original }) => original.id);
  const stills = await tx.select().from(files).where(inArray(files.posterOf, ids));
  return videos.flatMap(({ original: video, copy }) =>
    stills
      .filter(
        ({ posterOf, ownerId, state }) =>
          posterOf === video.id && ownerId === video.ownerId && state === 'ready',
      )
      .map((original) => ({
        ...rowOf({ original, copy: { ...copy, id: newUntimedId() } }),
        posterOf: copy.id,
      })),
  );
};

const rename = (
  { images, files: documents, video, alts, sizes, voices }: NamedFiles,
  nameOf: (id: string) => string,
): NamedFiles => ({
  images: images?.map(nameOf),
  files: documents?.map(nameOf),
  video: video ? nameOf(video) : video,
  alts: alts && Object.fromEntries(Object.entries(alts).map(([id, alt]) => [nameOf(id), alt])),
  voices: voices && Object.fromEntries(Object.entries(voices).map(([id, voice]) => [nameOf(id), voice])),
  sizes: sizes && Object.fromEntries(Object.entries(sizes).map(([id, size]) => [nameOf(id), size])),
});
