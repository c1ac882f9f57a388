import { and, eq, isNull } from 'drizzle-orm';
import {
  chatScope,
  type LinkPreview,
  type Media,
  ProtocolError,
  previewUrl,
} from '../../../protocol/index.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { messages } from '../../db/schema.ts';
import { takeForAccount } from '../../plugins/rate-limits.ts';
import type { FileServices } from '../files/context.ts';
import type { Reencoded } from '../files/re-encode.ts';
import { addDrawn, drawSmall, putDrawn } from '../files/store-drawn.ts';
import { changesOfMessage, type StoredMessage } from '../messages/presenter.ts';
import { tellStars } from '../messages/stars.ts';
import type { Clock, Commit } from '../sync/context.ts';
import { increment } from '../sync/increment.ts';
import { LogWriter } from '../sync/log.ts';
import type { PreviewPorts } from './fetch-public.ts';
import type { KnownPage, KnownPages } from './known-pages.ts';
import { fetchPage, fetchPicture, isForGood } from './look-at-link.ts';

export type PreviewServices = Pick<
  FileServices,
  'storage' | 'inspector' | 'stagingDir' | 'freeBytes' | 'takeFromBucket'
> & {
  db: Database;
  clock: Clock;
  publish: (commit: Commit) => void;
  /** How people reach this app: its own pages are not looked at. */
  publicUrl: URL;
  previews: { ports: PreviewPorts; known: KnownPages };
};

/**
 * What `makePreviewJob` does: looks at the page of a message's link and stores what it says with the message, as a change
 * for everybody in the chat. Nothing is stored where there is no preview to be had, or none is wished any more.
 * @throws what may be otherwise later: the job is run again
 */
export const makePreview = async (
  services: PreviewServices,
  messageId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db, takeFromBucket, previews, publicUrl } = services;
  const wish = await findWish(db, messageId);
  if (!wish || new URL(wish.url).host === publicUrl.host) return;
  const { url, senderId } = wish;
  await takeForAccount(takeFromBucket, 'linkPreview', senderId);
  const page = await previews.known.find(url, () => look(services, { url, senderId }, signal));
  if (page === null) return;
  const picture = page.picture && (await putDrawn(services, page.picture).catch(withoutPicture));
  try {
    const isUsed = await store(services, { wish, page, picture });
    if (picture && !isUsed) await services.storage.remove(picture.folder);
  } catch (error) {
    if (picture) await services.storage.remove(picture.folder).catch(() => undefined);
    throw error;
  }
};

type Wish = { messageId: string; senderId: string; link: string; url: string };
type Put = { id: string; folder: string };

const isWished = and(isNull(messages.preview), isNull(messages.deletedAt));

const findWish = async (db: Database | Transaction, messageId: string): Promise<Wish | null> => {
  const [message] = await db
    .select({ senderId: messages.senderId, link: messages.previewLink })
    .from(messages)
    .where(and(eq(messages.id, messageId), isWished));
  const { senderId = null, link = null } = message ?? {};
  const url = link === null ? null : previewUrl(link);
  return senderId === null || link === null || url === null ? null : { messageId, senderId, link, url };
};

/** The words do without a picture that is none, too large, or not to be had. */
const withoutPicture = (error: unknown): null => {
  if (error instanceof ProtocolError) return null;
  throw error;
};

const look = async (
  services: PreviewServices,
  { url, senderId }: Pick<Wish, 'url' | 'senderId'>,
  signal: AbortSignal,
): Promise<KnownPage> => {
  const { ports } = services.previews;
  try {
    const facts = await fetchPage(ports, url, signal);
    const bytes =
      facts.picture === null
        ? null
        : await fetchPicture(ports, facts.picture, signal).catch((error: unknown) => {
            // A process that stops says nothing of the picture.
            if (signal.aborted) throw error;
            return null;
          });
    const picture = bytes && (await drawSmall(services, senderId, bytes).catch(withoutPicture));
    return { ...facts, picture };
  } catch (error) {
    if (isForGood(error)) return null;
    throw error;
  }
};

/** @returns whether the picture is used */
const store = async (
  services: PreviewServices,
  preview: { wish: Wish; page: NonNullable<KnownPage>; picture: Put | null },
): Promise<boolean> => {
  const now = services.clock.now();
  const { stored, entries } = await inTransaction(services.db, async (tx) => {
    const log = new LogWriter(tx, now, null);
    const moved = await storeIn(tx, { ...preview, now });
    if (moved) {
      log.put(chatScope(moved.chatId), ...changesOfMessage(moved));
      await tellStars({ tx, log }, moved);
    }
    return { stored: moved, entries: await log.flush() };
  });
  if (entries.length > 0) services.publish({ entries, joined: [], left: [], actor: null });
  return stored?.preview?.picture != null;
};

type Ready = { wish: Wish; page: NonNullable<KnownPage>; picture: Put | null; now: Date };

const storeIn = async (
  tx: Transaction,
  { wish: { messageId, senderId, link, url }, page, picture: put, now }: Ready,
): Promise<StoredMessage | undefined> => {
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), isWished))
    .for('no key update');
  // Edited or deleted while the page was looked at.
  if (message?.previewLink !== link) return undefined;
  const picture =
    put &&
    page.picture &&
    (await addPicture(tx, { ...put, drawn: page.picture }, { messageId, senderId, now }));
  const { title, description } = page;
  const preview: LinkPreview = { url, title, description, picture };
  const [moved] = await tx
    .update(messages)
    .set({ preview, version: increment(messages.version) })
    .where(eq(messages.id, messageId))
    .returning();
  return moved;
};

const addPicture = (
  tx: Transaction,
  picture: Put & { drawn: Reencoded },
  { messageId, senderId, now }: { messageId: string; senderId: string; now: Date },
): Promise<Media | null> =>
  addDrawn(tx, picture, { messageId, ownerId: senderId, now }).catch((error: unknown) => {
    if (error instanceof ProtocolError && error.kind === 'quota_full') return null;
    throw error;
  });
