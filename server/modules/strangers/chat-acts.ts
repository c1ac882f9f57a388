import { and, eq } from 'drizzle-orm';
import { LIMITS, ProtocolError, type StrangerChatChange, type StrangerEnd } from '../../../protocol/index.ts';
import type { Transaction } from '../../db/database.ts';
import { files, strangerBlocks, strangerChats, strangerMembers, strangerMessages } from '../../db/schema.ts';
import { attachFiles } from '../files/attach-files.ts';
import { loadEncounter, lockOpenEncounter } from './encounters.ts';
import type { Encounter, StoredStrangerChat, StoredStrangerMessage } from './presenter.ts';

/** Who acts, and when. */
export type Act = { tx: Transaction; userId: string; chatId: string; now: Date };
type Ending = NonNullable<StoredStrangerChat['ending']>;

/** What an act has done, and the other person, who is to be told. */
type Acted<T> = { result: T; otherId: string };

const append = async (
  { tx, now }: Act,
  { chat, me }: Encounter,
  message: Pick<typeof strangerMessages.$inferInsert, 'id' | 'content' | 'media'>,
): Promise<StoredStrangerMessage> => {
  const seq = chat.lastSeq + 1;
  const [stored] = await tx
    .insert(strangerMessages)
    .values({ ...message, chatId: chat.id, seq, senderId: me.id, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (!stored) throw new ProtocolError('id_taken');
  await tx.update(strangerChats).set({ lastSeq: seq }).where(eq(strangerChats.id, chat.id));
  return stored;
};

/** The message with this id, if it has come before: an answer that got lost on the way is asked for again. */
const findRepeated = async ({ tx }: Act, { me }: Encounter, id: string) => {
  const [known] = await tx
    .select()
    .from(strangerMessages)
    .where(and(eq(strangerMessages.id, id), eq(strangerMessages.senderId, me.id)));
  return known;
};

/** Text and emoji; nothing else travels in a message. */
export const sendToStranger = async (
  act: Act,
  { id, content }: { id: string; content: string },
): Promise<Acted<StoredStrangerMessage>> => {
  const encounter = await lockOpenEncounter(act.tx, act.userId, act.chatId, act.now);
  const otherId = encounter.other.userId;
  const known = await findRepeated(act, encounter, id);
  return { result: known ?? (await append(act, encounter, { id, content, media: null })), otherId };
};

/**
 * The one picture that each may send once both have allowed photos: one that is used nowhere else, then or later. The name
 * that its file had on the phone goes: it may tell who took it, and when.
 * @throws forbidden before both have allowed it, or after the first
 * @throws impossible for a file that others may know
 */
export const sendPictureToStranger = async (
  act: Act,
  { id, fileId }: { id: string; fileId: string },
): Promise<Acted<StoredStrangerMessage>> => {
  const encounter = await lockOpenEncounter(act.tx, act.userId, act.chatId, act.now);
  const { me, other, pictures } = encounter;
  const known = await findRepeated(act, encounter, id);
  if (known) return { result: known, otherId: other.userId };
  if (!me.allowsPhotos || !other.allowsPhotos || pictures.has(me.id)) throw new ProtocolError('forbidden');
  const { tx, now } = act;
  const actor = { tx, now, actorId: act.userId };
  const use = { kind: 'stranger' as const, targetId: id, isAnonymous: true };
  const attached = await attachFiles(actor, use, { images: [fileId] }, { mayAwait: false });
  await tx.update(files).set({ name: null }).where(eq(files.id, fileId));
  const media = attached.map((one) => ({ ...one, name: null }));
  return { result: await append(act, encounter, { id, content: null, media }), otherId: other.userId };
};

/** Both want to be friends now. */
export const isMutual = ({ me, other }: Encounter): boolean => me.wantsFriend && other.wantsFriend;

/** What one allows, wants and has seen. A photo that was sent cannot be taken back by allowing none. */
export const changeMyPart = async (act: Act, change: StrangerChatChange): Promise<Acted<Encounter>> => {
  const encounter = await lockOpenEncounter(act.tx, act.userId, act.chatId, act.now);
  const { me, other, chat } = encounter;
  const seenSeq = Math.max(me.seenSeq, Math.min(change.seenSeq ?? 0, chat.lastSeq));
  const next = {
    allowsPhotos: change.allowsPhotos ?? me.allowsPhotos,
    wantsFriend: change.wantsFriend ?? me.wantsFriend,
    ...{ seenSeq, heardAt: act.now },
  };
  await act.tx.update(strangerMembers).set(next).where(eq(strangerMembers.id, me.id));
  return { result: { ...encounter, me: { ...me, ...next } }, otherId: other.userId };
};

/** Ends the chat for both. The caller holds its lock. */
export const endEncounter = async (
  tx: Transaction,
  chatId: string,
  ending: Ending,
  endedBy: string | null,
  now: Date,
): Promise<void> => {
  await tx.update(strangerChats).set({ endedAt: now, ending, endedBy }).where(eq(strangerChats.id, chatId));
};

/** One tap, and the other is gone. A block holds after the end, too: the two are never matched again. */
export const leaveStranger = async (act: Act, how: StrangerEnd): Promise<Acted<Encounter>> => {
  const { tx, userId, chatId, now } = act;
  const { chat, other } = await loadEncounter(tx, userId, chatId, now, { lock: true });
  if (how === 'block') {
    await tx
      .insert(strangerBlocks)
      .values({ blockerId: userId, blockedId: other.userId, createdAt: now })
      .onConflictDoNothing();
  }
  if (chat.endedAt === null) await endEncounter(tx, chatId, how, userId, now);
  return { result: await loadEncounter(tx, userId, chatId, now), otherId: other.userId };
};

/** I am still there; and if the other has not been for a minute, the chat is over. */
export const sayHere = async (act: Act): Promise<Acted<Encounter>> => {
  const { tx, userId, chatId, now } = act;
  const { chat, me, other } = await loadEncounter(tx, userId, chatId, now, { lock: true });
  if (chat.endedAt === null) {
    await tx.update(strangerMembers).set({ heardAt: now }).where(eq(strangerMembers.id, me.id));
    if (now.getTime() - other.heardAt.getTime() >= LIMITS.strangerLostMs)
      await endEncounter(tx, chatId, 'lost', null, now);
  }
  return { result: await loadEncounter(tx, userId, chatId, now), otherId: other.userId };
};
