import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { ProtocolError } from '../../../protocol/index.ts';
import { connectedSites } from '../../db/account-tables.ts';
import { type Database, readSnapshot } from '../../db/database.ts';
import { authorMutes, blocks, comments, files, likes, reports } from '../../db/schema.ts';
import { type FileStorage, MissingBytesError } from '../../storage/file-storage.ts';
import { oidcIdentities } from '../auth/oidc/table.ts';
import { listSessions } from '../auth/sessions.ts';
import type { StoredFile } from '../files/presenter.ts';
import { presentBlock, presentFriend, presentMute } from '../friends/presenter.ts';
import { listFriends } from '../friends/queries.ts';
import { readStars } from '../messages/stars.ts';
import { presentPostItem } from '../posts/presenter.ts';
import { listPosts } from '../posts/queries.ts';
import type { Clock } from '../sync/context.ts';
import { presentOwnUser, presentSettings } from '../users/presenter.ts';
import { findUser } from '../users/queries.ts';
import { readChats, readStrangerChats } from './chat-contents.ts';
import { jsonFile, jsonParts, readPages } from './json.ts';
import { inOrder, pagesOf, perPage } from './pages.ts';
import type { ZipEntry } from './zip.ts';

type Sources = { db: Database; clock: Clock; storage: FileStorage };

/**
 * All that a member gets of the server's data, file by file. Other people appear only as the lists and presenters of the app
 * show them to this member; of what the member is not shown there (who wrote an anonymous post, a session's secret, what
 * moderators noted) nothing is read.
 *
 * Each page is a transaction of its own: one over the whole export would stop everybody else on an embedded database.
 */
export async function* contentsOf(sources: Sources, userId: string): AsyncGenerator<ZipEntry> {
  const { db, clock } = sources;
  const user = await findUser(db, userId);
  if (!user) throw new ProtocolError('not_found');
  yield jsonFile('profile.json', presentOwnUser(user));
  yield jsonFile('settings.json', presentSettings(user));
  yield jsonFile('sessions.json', await readSessions(db, userId, clock.now()));
  yield jsonFile('connected-sites.json', await readSites(db, userId));
  yield jsonFile('sign-in-accounts.json', await readIdentities(db, userId));
  yield { name: 'friends.json', isCompressed: false, bytes: jsonParts(readFriends(sources, userId)) };
  yield jsonFile('blocked.json', await readBlocks(db, userId));
  yield jsonFile('muted.json', await readMutes(db, userId));
  yield { name: 'posts.json', isCompressed: false, bytes: jsonParts(readPosts(sources, userId)) };
  yield { name: 'comments.json', isCompressed: false, bytes: jsonParts(readComments(db, userId)) };
  yield { name: 'likes.json', isCompressed: false, bytes: jsonParts(readLikes(db, userId)) };
  yield jsonFile('starred.json', await readStarred(db, userId));
  yield jsonFile('reports.json', await readReports(db, userId));
  yield* readChats(sources, userId);
  yield* readStrangerChats(sources, userId);
  yield* readMedia(sources, userId);
}

const readSessions = async (db: Database, userId: string, now: Date) =>
  (await listSessions(db, userId, now)).map(({ deviceName, createdAt, lastUsedAt, expiresAt }) => ({
    deviceName,
    createdAt,
    lastUsedAt,
    expiresAt,
  }));

const readSites = (db: Database, userId: string) =>
  db
    .select({
      origin: connectedSites.origin,
      allowedAt: connectedSites.allowedAt,
      lastUsedAt: connectedSites.lastUsedAt,
    })
    .from(connectedSites)
    .where(eq(connectedSites.userId, userId));

/** Accounts elsewhere that open this one, by the names that their provider has for them. */
const readIdentities = (db: Database, userId: string) =>
  db
    .select({
      issuer: oidcIdentities.issuer,
      subject: oidcIdentities.subject,
      createdAt: oidcIdentities.createdAt,
    })
    .from(oidcIdentities)
    .where(eq(oidcIdentities.userId, userId));

async function* readFriends({ db, clock }: Sources, userId: string) {
  for (const status of ['APPROVED', 'PENDING'] as const)
    for await (const friend of pagesOf(db, (tx, cursor) =>
      listFriends(tx, userId, { ...inOrder, status, cursor }, clock.now()),
    ))
      yield presentFriend(friend);
}

const readBlocks = async (db: Database, userId: string) =>
  (
    await db
      .select()
      .from(blocks)
      .where(and(eq(blocks.blockerId, userId), isNull(blocks.deletedAt)))
  ).map(presentBlock);

const readMutes = async (db: Database, userId: string) =>
  (
    await db
      .select()
      .from(authorMutes)
      .where(and(eq(authorMutes.userId, userId), isNull(authorMutes.deletedAt)))
  ).map(presentMute);

/** Of each the message as it is now, also where the chat is long. */
const readStarred = async (db: Database, userId: string) =>
  (await readSnapshot(db, (tx) => readStars({ tx }, { userId }))).flatMap(({ row }) => row ?? []);

/** Those in the bin come last. */
async function* readPosts({ db, clock }: Sources, userId: string) {
  for (const deleted of [false, true])
    for await (const post of pagesOf(db, (tx, cursor) =>
      listPosts(tx, userId, { ...inOrder, creatorId: userId, deleted, cursor }, clock.now()),
    ))
      yield presentPostItem(post, userId);
}

/** One's own words, also under what one may not read any more. */
const readComments = (db: Database, userId: string) =>
  readPages(async (after) => {
    const { id, postId, parentId, content, createdAt, editedAt } = comments;
    const rows = await db
      .select({ id, postId, parentId, content, createdAt, editedAt })
      .from(comments)
      .where(
        and(eq(comments.creatorId, userId), isNull(comments.deletedAt), after ? gt(id, after) : undefined),
      )
      .orderBy(asc(id))
      .limit(perPage);
    return { rows, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
  });

const readLikes = (db: Database, userId: string) =>
  readPages(async (after) => {
    const { postId, likedAt } = likes;
    const rows = await db
      .select({ postId, likedAt })
      .from(likes)
      .where(and(eq(likes.userId, userId), isNull(likes.deletedAt), after ? gt(postId, after) : undefined))
      .orderBy(asc(postId))
      .limit(perPage);
    return { rows, next: rows.length < perPage ? null : (rows.at(-1)?.postId ?? null) };
  });

/** What the member said, and nothing of what the server found out or moderators made of it. */
const readReports = (db: Database, userId: string) =>
  db
    .select({
      id: reports.id,
      kind: reports.kind,
      targetId: reports.targetId,
      reason: reports.reason,
      note: reports.note,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.createdAt));

const ENDINGS: Readonly<Record<string, string>> = {
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'text/plain': 'txt',
};

/** Named by its id, which posts and messages name, too; the ending only tells the device what opens it. */
const nameOf = ({ id, mime, name }: StoredFile): string => {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name ?? '')?.[1] ?? ENDINGS[mime ?? ''];
  return `media/${id}.${ending ?? /^\w+\/([a-z0-9]{1,8})$/.exec(mime ?? '')?.[1] ?? 'bin'}`;
};

/** What the member has uploaded, the bytes as they lie here, and a list of it. */
async function* readMedia({ db, storage }: Sources, userId: string): AsyncGenerator<ZipEntry> {
  const listed: object[] = [];
  const own = readPages(async (after) => {
    const rows = await db
      .select()
      .from(files)
      .where(
        and(eq(files.ownerId, userId), eq(files.state, 'ready'), after ? gt(files.id, after) : undefined),
      )
      .orderBy(asc(files.id))
      .limit(perPage);
    return { rows, next: rows.length < perPage ? null : (rows.at(-1)?.id ?? null) };
  });
  for await (const file of own) {
    const { id, name, mime, size, durationMs, waveform, createdAt } = file;
    const path = nameOf(file);
    const bytes = await readBytes(storage, file);
    listed.push({ id, name, mime, size, durationMs, waveform, createdAt, path: bytes && path });
    if (bytes) yield { name: path, isCompressed: true, bytes };
  }
  yield jsonFile('media.json', listed);
}

/** Null for a row without bytes, which a restore may leave: one lost picture must not keep the rest from its owner. */
const readBytes = async (
  storage: FileStorage,
  { storageKey }: StoredFile,
): Promise<AsyncIterable<Uint8Array> | null> => {
  if (storageKey === null) return null;
  try {
    return await storage.read(`${storageKey}/whole`);
  } catch (error) {
    if (error instanceof MissingBytesError) return null;
    throw error;
  }
};
