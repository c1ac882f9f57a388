import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { type FieldError, type Media, type MediaKind, ProtocolError } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, fileUses } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { isReadableFile } from './policy.ts';
import { presentMedia, type StoredFile } from './presenter.ts';

export type FileUser = { kind: 'message' | 'post' | 'user' | 'chat'; targetId: string };
type Field = 'images' | 'files' | 'video';
export type NamedFiles = {
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  video?: string | null | undefined;
};
type Named = { id: string; field: Field; kind: MediaKind | null };

/**
 * Gives a message, a post, a person or a chat exactly these files, and answers what the row says of each, in order: images,
 * files, video. Call it once the row that names them is locked; run it again after an edit, and with nothing on deletion.
 * - `mayAwait`: text first. A file that is not there yet becomes one that is awaited from the actor. Otherwise it is
 *   `dependency_missing`: the client sends it first, or again when it was swept as an orphan.
 * @throws ProtocolError `dependency_missing`; `impossible` for what is another's or of another kind
 */
export const attachFiles = async (
  { tx, actorId, now }: Pick<CommandContext, 'tx' | 'actorId' | 'now'>,
  user: FileUser,
  named: NamedFiles,
  { mayAwait }: { mayAwait: boolean },
): Promise<Media[]> => {
  const list = listNamed(named);
  const ids = list.map(({ id }) => id);
  if (mayAwait && list.length > 0) {
    // In one order, so that two messages that name the same files do not wait for each other in a circle.
    const awaited = list
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, kind }) => ({
        id,
        ownerId: actorId,
        state: 'awaited' as const,
        kind: kind ?? ('file' as const),
        createdAt: now,
      }));
    await tx.insert(files).values(awaited).onConflictDoNothing();
  }
  const rows = new Map((await lockFiles(tx, ids)).map((row) => [row.id, row]));
  await assertMayUse(tx, actorId, list, rows);
  await replaceUses(tx, user, ids);
  return describeFiles(tx, ids, rows);
};

const listNamed = ({ images = [], files: documents = [], video }: NamedFiles): Named[] => [
  ...images.map((id): Named => ({ id, field: 'images', kind: 'image' })),
  ...documents.map((id): Named => ({ id, field: 'files', kind: null })),
  ...(video ? [{ id: video, field: 'video', kind: 'video' } as const] : []),
];

/** Whoever fills a file locks it too: it sees our use of it, or we see what it brought. */
const lockFiles = async (tx: Transaction, ids: readonly string[]): Promise<StoredFile[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(files)
        .where(inArray(files.id, [...ids]))
        .orderBy(files.id)
        .for('update');

const assertMayUse = async (
  tx: Transaction,
  actorId: string,
  list: readonly Named[],
  rows: ReadonlyMap<string, StoredFile>,
): Promise<void> => {
  const wrong: FieldError[] = [];
  const missing: FieldError[] = [];
  for (const { id, field, kind } of list) {
    const row = rows.get(id);
    if (!row) missing.push({ field, message: 'Has to be sent again' });
    else if (row.ownerId !== actorId && !(await isReadableFile(tx, row, actorId)))
      wrong.push({ field, message: 'Not found' });
    else if (kind !== null && row.kind !== kind) wrong.push({ field, message: 'This type is not supported' });
  }
  if (wrong.length > 0) throw new ProtocolError('impossible', { errors: wrong });
  if (missing.length > 0) throw new ProtocolError('dependency_missing', { errors: missing });
};

const replaceUses = async (tx: Transaction, user: FileUser, ids: readonly string[]): Promise<void> => {
  const { kind, targetId } = user;
  const others = ids.length === 0 ? undefined : notInArray(fileUses.fileId, [...ids]);
  await tx.delete(fileUses).where(and(eq(fileUses.kind, kind), eq(fileUses.targetId, targetId), others));
  if (ids.length === 0) return;
  await tx
    .insert(fileUses)
    .values(ids.map((fileId) => ({ fileId, kind, targetId })))
    .onConflictDoNothing();
};

/** What rows say of files, in the order of `ids`; a video's poster is looked up. */
export const describeFiles = async (
  tx: Transaction,
  ids: readonly string[],
  rows: ReadonlyMap<string, StoredFile>,
): Promise<Media[]> => {
  const videos = ids.filter((id) => rows.get(id)?.kind === 'video');
  const posters = new Map<string, string>();
  if (videos.length > 0) {
    const found = await tx
      .select({ id: files.id, posterOf: files.posterOf, ownerId: files.ownerId })
      .from(files)
      .where(and(inArray(files.posterOf, videos), eq(files.state, 'ready')));
    // Nobody hangs a picture of their own before somebody else's film.
    for (const { id, posterOf, ownerId } of found)
      if (posterOf !== null && rows.get(posterOf)?.ownerId === ownerId) posters.set(posterOf, id);
  }
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presentMedia(row, posters.get(id) ?? null)] : [];
  });
};
