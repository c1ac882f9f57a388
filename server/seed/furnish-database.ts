import { desc, eq, inArray, sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Media } from '../../protocol/index.ts';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { comments, files, fileUses, likes, memberships, messages, posts, users } from '../db/schema.ts';
import { presentMedia, type StoredFile } from '../modules/files/presenter.ts';
import { readHeader, reencode } from '../modules/files/re-encode.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { seededId } from './community.ts';
import { createRandom, type Random } from './random.ts';
import { drawPortrait, drawScene } from './scenes.ts';
import { COMMENTS, POSTS } from './words.ts';

const DAY_MS = 86_400_000;
const PORTRAITS_MAX = 120;
const POSTS_MAX = 120;
/** Of the first member's chats, those with a picture among the newest messages. */
const CHATS_WITH_PICTURES = 6;

type Person = { id: string };
type Drawing = { id: string; ownerId: string; svg: string; at: Date };

/** As an upload is: drawn anew, with its smaller copies, and stored before its row. */
const storePicture = async (
  tx: Transaction,
  storage: FileStorage,
  { id, ownerId, svg, at }: Drawing,
  use: { kind: 'user' | 'post' | 'message'; targetId: string },
): Promise<StoredFile> => {
  const sent = await sharp(Buffer.from(svg)).png().toBuffer();
  const picture = await reencode(sent, await readHeader(sent));
  const storageKey = `${id.slice(-2)}/${id}/seed`;
  await storage.put(`${storageKey}/whole`, picture.bytes, picture.mime);
  for (const { name, bytes, mime } of picture.variants)
    await storage.put(`${storageKey}/${name}`, bytes, mime);
  const [row] = await tx
    .insert(files)
    .values({
      ...{ id, ownerId, state: 'ready', kind: 'image', mime: picture.mime, isNamed: true, storageKey },
      ...{ size: picture.bytes.byteLength, sentSize: sent.byteLength },
      ...{ width: picture.width, height: picture.height, blurhash: picture.blurhash },
      ...{ variants: picture.variants.map(({ name }) => name), createdAt: at, readyAt: at },
    })
    .returning();
  if (row === undefined) throw new Error('A picture was not stored');
  await tx.insert(fileUses).values({ fileId: id, ...use });
  return row;
};

const addPortraits = async (
  tx: Transaction,
  storage: FileStorage,
  random: Random,
  people: readonly Person[],
  now: Date,
): Promise<void> => {
  for (const [index, { id: ownerId }] of people.slice(0, PORTRAITS_MAX).entries()) {
    // Some have none, as everywhere.
    if (random.next() < 0.25) continue;
    const drawing = { id: seededId('portrait', index), ownerId, svg: drawPortrait(random), at: now };
    await storePicture(tx, storage, drawing, { kind: 'user', targetId: ownerId });
    await tx.update(users).set({ avatarId: drawing.id }).where(eq(users.id, ownerId));
  }
};

const addPosts = async (
  tx: Transaction,
  storage: FileStorage,
  random: Random,
  people: readonly Person[],
  now: Date,
): Promise<number> => {
  const total = Math.min(POSTS_MAX, people.length);
  for (let index = 0; index < total; index += 1) {
    const id = seededId('post', index);
    const { id: creatorId } = random.pick(people);
    const createdAt = new Date(
      now.getTime() - Math.floor((index / total) * 30 * DAY_MS) - random.int(3_600_000),
    );
    const media: Media[] = [];
    const alts: Record<string, string> = {};
    for (let at = 0; at < (random.next() < 0.4 ? 1 + random.skewed(3) : 0); at += 1) {
      const { svg, alt } = drawScene(random);
      const drawing = { id: seededId(`picture ${index}`, at), ownerId: creatorId, svg, at: createdAt };
      const file = await storePicture(tx, storage, drawing, { kind: 'post', targetId: id });
      media.push({ ...presentMedia(file, null), alt });
      alts[file.id] = alt;
    }
    const talk = Array.from({ length: random.skewed(9) }, (_, at) => ({
      ...{ id: seededId(`comment ${index}`, at), postId: id, creatorId: random.pick(people).id },
      content: random.pick(COMMENTS),
      createdAt: new Date(Math.min(now.getTime(), createdAt.getTime() + (at + 1) * 600_000)),
    }));
    const fans = people.filter(() => random.next() < 0.08).slice(0, 40);
    await tx.insert(posts).values({
      ...{ id, creatorId, content: POSTS[index % POSTS.length] ?? '', privacy: 'PUBLIC', createdAt },
      ...{ images: media.map((one) => one.id), alts, media },
      ...{ likeCount: fans.length, commentCount: talk.length },
    });
    if (talk.length > 0) await tx.insert(comments).values(talk);
    if (fans.length > 0)
      await tx
        .insert(likes)
        .values(fans.map(({ id: userId }) => ({ postId: id, userId, likedAt: createdAt })));
  }
  return total;
};

/** The newest message of some chats is a picture. */
const addPicturesToChats = async (
  tx: Transaction,
  storage: FileStorage,
  random: Random,
  reader: Person,
): Promise<void> => {
  const chats = await tx
    .select({ chatId: memberships.chatId })
    .from(memberships)
    .where(eq(memberships.userId, reader.id))
    .orderBy(memberships.chatId)
    .limit(CHATS_WITH_PICTURES);
  for (const [index, { chatId }] of chats.entries()) {
    const [message] = await tx
      .select()
      .from(messages)
      .where(eq(messages.chatId, chatId))
      .orderBy(desc(messages.seq))
      .limit(1);
    if (message?.senderId == null) continue;
    const { svg, alt } = drawScene(random);
    const drawing = {
      id: seededId('sent picture', index),
      ownerId: message.senderId,
      svg,
      at: message.createdAt,
    };
    const file = await storePicture(tx, storage, drawing, { kind: 'message', targetId: message.id });
    await tx
      .update(messages)
      .set({ images: [file.id], media: [{ ...presentMedia(file, null), alt }] })
      .where(eq(messages.id, message.id));
  }
};

/**
 * Gives the community of `fillDatabase` faces, posts with pictures, comments and likes, and pictures in the chats of the first
 * member.
 * @returns how many posts there are
 */
export const furnishDatabase = (
  db: Database,
  storage: FileStorage,
  { seed, now, emails }: { seed: number; now: Date; emails: readonly string[] },
): Promise<number> => {
  const random = createRandom(seed + 1);
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const people = await tx.select({ id: users.id }).from(users).orderBy(users.createdAt, users.id);
    const [reader] = await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.email, emails.slice(0, 1)));
    // Those who sign in come first: they have faces.
    const ordered = reader === undefined ? people : [reader, ...people.filter(({ id }) => id !== reader.id)];
    await addPortraits(tx, storage, random, ordered, now);
    if (reader) await addPicturesToChats(tx, storage, random, reader);
    return addPosts(tx, storage, random, ordered, now);
  });
};
