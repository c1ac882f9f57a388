import { and, eq, inArray, isNotNull, ne, notInArray } from 'drizzle-orm';
import {
  altOf,
  type FieldError,
  type Media,
  type MediaKind,
  ProtocolError,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, fileUses, posts } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { isReadableFile } from './policy.ts';
import { presentMedia, type StoredFile } from './presenter.ts';

export type FileUser = { kind: 'message' | 'post' | 'user' | 'chat' | 'stranger'; targetId: string };
type Field = 'images' | 'files' | 'video';
export type NamedFiles = {
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  video?: string | null | undefined;
  alts?: Readonly<Record<string, string>> | undefined;
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
  await assertMayUse(tx, actorId, { user, list, rows });
  await replaceUses(tx, user, ids);
  return describeFiles(tx, ids, rows, named.alts);
};

/**
 * Gives a person or a chat its picture, or takes it away. It has to be there already, and to be the actor's own: else a
 * face could be borrowed that its owner takes away again.
 * @throws ProtocolError `dependency_missing`, `impossible`, on `avatarId`
 */
export const attachPicture = async (
  context: Pick<CommandContext, 'tx' | 'actorId' | 'now'>,
  user: FileUser,
  avatarId: string | null,
): Promise<void> => {
  const images = avatarId === null ? [] : [avatarId];
  try {
    await attachFiles(context, user, { images }, { mayAwait: false });
  } catch (error) {
    if (!(error instanceof ProtocolError) || !error.detail.errors) throw error;
    const errors = error.detail.errors.map(({ message }) => ({ field: 'avatarId', message }));
    throw new ProtocolError(error.kind, { errors, cause: error });
  }
  if (avatarId === null) return;
  const [file] = await context.tx.select().from(files).where(eq(files.id, avatarId));
  if (file?.ownerId !== context.actorId)
    throw new ProtocolError('impossible', { errors: [{ field: 'avatarId', message: 'Not found' }] });
};

/** Takes all files away from what is gone for good. */
export const detachFiles = (tx: Transaction, user: FileUser): Promise<void> => replaceUses(tx, user, []);

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
  { user, list, rows }: { user: FileUser; list: readonly Named[]; rows: ReadonlyMap<string, StoredFile> },
): Promise<void> => {
  const own = list.flatMap(({ id }) => (rows.get(id)?.ownerId === actorId ? [id] : []));
  const secret = await findSecretFiles(tx, own, user);
  const wrong: FieldError[] = [];
  const missing: FieldError[] = [];
  for (const { id, field, kind } of list) {
    const row = rows.get(id);
    if (!row) missing.push({ field, message: 'Has to be sent again' });
    else if (row.ownerId !== actorId && !(await isReadableFile(tx, row, actorId)))
      wrong.push({ field, message: 'Not found' });
    else if (secret.has(id)) wrong.push({ field, message: 'An anonymous post has this file' });
    else if (kind !== null && row.kind !== kind) wrong.push({ field, message: 'This type is not supported' });
  }
  if (wrong.length > 0) throw new ProtocolError('impossible', { errors: wrong });
  if (missing.length > 0) throw new ProtocolError('dependency_missing', { errors: missing });
};

/** Those that stand in an anonymous post: named by their owner elsewhere, they would tell who wrote it. */
const findSecretFiles = async (
  tx: Transaction,
  ids: readonly string[],
  { kind, targetId }: FileUser,
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const found = await tx
    .select({ id: fileUses.fileId })
    .from(fileUses)
    .innerJoin(posts, and(eq(posts.id, fileUses.targetId), isNotNull(posts.alias)))
    .where(
      and(
        inArray(fileUses.fileId, [...ids]),
        eq(fileUses.kind, 'post'),
        kind === 'post' ? ne(posts.id, targetId) : undefined,
      ),
    );
  return new Set(found.map(({ id }) => id));
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
  alts: Readonly<Record<string, string>> = {},
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
    return row ? [{ ...presentMedia(row, posters.get(id) ?? null), ...altOf(alts, id) }] : [];
  });
};
