import { and, eq, inArray, ne, notInArray } from 'drizzle-orm';
import {
  altOf,
  type FieldError,
  isUntimedId,
  LIMITS,
  type Media,
  type MediaKind,
  type MediaSize,
  ProtocolError,
  type Voice,
} from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, fileUses } from '../../db/schema.ts';
import type { CommandContext } from '../sync/context.ts';
import { isSound, presentMedia, type StoredFile } from './presenter.ts';

export type FileUser = {
  kind: 'message' | 'post' | 'user' | 'chat' | 'stranger';
  targetId: string;
  /** It does not say whose it is. Its files have been part of nothing else, and never will be. */
  isAnonymous?: boolean;
};
type Field = 'images' | 'files' | 'video';
export type NamedFiles = {
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  video?: string | null | undefined;
  alts?: Readonly<Record<string, string>> | undefined;
  sizes?: Readonly<Record<string, MediaSize>> | undefined;
  voices?: Readonly<Record<string, Voice>> | undefined;
};
export type Named = { id: string; field: Field; kind: MediaKind | null };

/**
 * Gives a message, a post, a person or a chat exactly these files, and answers what the row says of each, in order: images,
 * files, video. Call it once the row that names them is locked; run it again after an edit, and with nothing on deletion.
 *
 * One rule for all of them: a file is its owner's to use. A copy of another's (`copy-files.ts`) goes into messages alone.
 * What was used under the owner's name is part of nothing anonymous, and what was part of something anonymous is part of
 * nothing else, also when that is gone: the file's one id would tell that both come from the same person.
 * - `mayAwait`: text first. A file that is not there yet becomes one that is awaited from the actor. Otherwise it is
 *   `dependency_missing`: the client sends it first, or again when it was swept as an orphan.
 * @throws ProtocolError `dependency_missing`; `impossible` for what is another's, of another kind or breaks that rule
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
        isNamed: true,
        ...sizeOf(named, { id, kind }),
        ...named.voices?.[id],
        createdAt: now,
      }));
    const added = await tx.insert(files).values(awaited).onConflictDoNothing().returning({ id: files.id });
    if (added.length > 0) await assertMayAwait(tx, actorId);
    await awaitAgain(tx, actorId, ids);
  }
  const rows = new Map((await lockFiles(tx, ids)).map((row) => [row.id, row]));
  const stills = await lockStills(tx, actorId, ids);
  assertMayUse(actorId, { user, list, rows, stills });
  await noteVoices(tx, named, rows);
  await noteUse(tx, user, [...rows.values(), ...stills]);
  await replaceUses(tx, user, ids);
  return describeFiles(tx, ids, rows, named.alts);
};

/**
 * Gives a person or a chat its picture, or takes it away. It has to be there already.
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
};

/** Takes all files away from what is gone for good. */
export const detachFiles = (tx: Transaction, user: FileUser): Promise<void> => replaceUses(tx, user, []);

/** What is named, with the field that names it. */
export const listNamed = ({ images = [], files: documents = [], video }: NamedFiles): Named[] => [
  ...images.map((id): Named => ({ id, field: 'images', kind: 'image' })),
  ...documents.map((id): Named => ({ id, field: 'files', kind: null })),
  ...(video ? [{ id: video, field: 'video', kind: 'video' } as const] : []),
];

/** What the sender's device has measured stands until the bytes tell better. */
const sizeOf = ({ sizes = {} }: NamedFiles, { id, kind }: Pick<Named, 'id' | 'kind'>): Partial<MediaSize> =>
  kind === null ? {} : { ...sizes[id] };

/** As many as one may have: what is named and never sent is a row as well. @throws quota_full */
const assertMayAwait = async (tx: Transaction, actorId: string): Promise<void> => {
  const unsent = await tx.$count(files, and(eq(files.ownerId, actorId), ne(files.state, 'ready')));
  if (unsent > LIMITS.filesPerUserMax) throw new ProtocolError('quota_full');
};

/**
 * A file that was given up for one message and is named by another one is on its way again. What was given up before keeps
 * nothing of it: a release that gave a file up for all messages at once left their uses behind.
 */
const awaitAgain = async (tx: Transaction, actorId: string, ids: readonly string[]): Promise<void> => {
  const given = (await lockFiles(tx, ids)).filter(
    ({ ownerId, state, copiedFrom }) => ownerId === actorId && state === 'withdrawn' && copiedFrom === null,
  );
  if (given.length === 0) return;
  const givenIds = given.map(({ id }) => id);
  await tx.delete(fileUses).where(and(inArray(fileUses.fileId, givenIds), eq(fileUses.kind, 'message')));
  await tx.update(files).set({ state: 'awaited' }).where(inArray(files.id, givenIds));
};

/** Filling a file takes the same lock: it sees our use of the file, or we see its bytes. */
const lockFiles = async (tx: Transaction, ids: readonly string[]): Promise<StoredFile[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(files)
        .where(inArray(files.id, [...ids]))
        .orderBy(files.id)
        .for('update');

/** The stills of videos go where those go. */
const lockStills = async (
  tx: Transaction,
  ownerId: string,
  videoIds: readonly string[],
): Promise<StoredFile[]> =>
  videoIds.length === 0
    ? []
    : tx
        .select()
        .from(files)
        .where(and(inArray(files.posterOf, [...videoIds]), eq(files.ownerId, ownerId)))
        .orderBy(files.id)
        .for('update');

type Wanted = {
  user: FileUser;
  list: readonly Named[];
  rows: ReadonlyMap<string, StoredFile>;
  stills: readonly StoredFile[];
};

/** A recording whose bytes were faster than its message: what its sender's device has drawn of it. @throws ProtocolError `impossible` */
const noteVoices = async (
  tx: Transaction,
  { voices = {} }: NamedFiles,
  rows: Map<string, StoredFile>,
): Promise<void> => {
  for (const [id, { durationMs, waveform }] of Object.entries(voices)) {
    const row = rows.get(id);
    if (row === undefined || row.waveform !== null) continue;
    if (row.state === 'ready' && !isSound(row))
      throw new ProtocolError('impossible', {
        errors: [{ field: 'voices', message: 'This type is not supported' }],
      });
    const [noted] = await tx
      .update(files)
      // The bytes know better how long they play.
      .set({ waveform, durationMs: Math.min(row.durationMs ?? durationMs, LIMITS.voiceMsMax) })
      .where(eq(files.id, id))
      .returning();
    if (noted) rows.set(id, noted);
  }
};

const assertMayUse = (actorId: string, { user, list, rows, stills }: Wanted): void => {
  const wrong: FieldError[] = [];
  const missing: FieldError[] = [];
  for (const { id, field, kind } of list) {
    const row = rows.get(id);
    if (!row) {
      missing.push({ field, message: 'Has to be sent again' });
      continue;
    }
    const isForeign = row.ownerId !== actorId || (row.copiedFrom !== null && user.kind !== 'message');
    const parts = [row, ...stills.filter(({ posterOf }) => posterOf === id)];
    const problem = isForeign ? 'Not found' : parts.map((part) => traceOf(part, user)).find(Boolean);
    if (problem) wrong.push({ field, message: problem });
    else if (kind !== null && row.kind !== kind) wrong.push({ field, message: 'This type is not supported' });
    else if (user.kind !== 'message' && row.state !== 'ready')
      missing.push({ field, message: 'Has to be sent again' });
  }
  if (wrong.length > 0) throw new ProtocolError('impossible', { errors: wrong });
  if (missing.length > 0) throw new ProtocolError('dependency_missing', { errors: missing });
};

/** Why a file would tell who is behind something anonymous. An id that tells when it was made is a trace as well. */
const traceOf = (file: StoredFile, { isAnonymous = false, targetId }: FileUser): string | null => {
  if (isAnonymous && file.secretOf === targetId) return null;
  if (file.secretOf !== null) return 'This file was sent without your name, and can be used nowhere else';
  if (isAnonymous && (file.isNamed || !isUntimedId(file.id)))
    return 'Without your name only files can be sent that are used nowhere else';
  return null;
};

const noteUse = async (
  tx: Transaction,
  { isAnonymous = false, targetId }: FileUser,
  used: readonly StoredFile[],
): Promise<void> => {
  const news = used.filter((file) => (isAnonymous ? file.secretOf !== targetId : !file.isNamed));
  if (news.length === 0) return;
  await tx
    .update(files)
    .set(isAnonymous ? { secretOf: targetId } : { isNamed: true })
    .where(
      inArray(
        files.id,
        news.map(({ id }) => id),
      ),
    );
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
    // A still by another owner is not used for this film.
    for (const { id, posterOf, ownerId } of found)
      if (posterOf !== null && rows.get(posterOf)?.ownerId === ownerId) posters.set(posterOf, id);
  }
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ ...presentMedia(row, posters.get(id) ?? null), ...altOf(alts, id) }] : [];
  });
};
