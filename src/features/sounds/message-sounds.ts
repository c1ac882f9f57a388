import { Dexie, liveQuery } from 'dexie';
import { isNotifiedAt } from '../../../protocol/index.ts';
import { type Engine, type LocalTables, serverClock } from '../../../sync/index.ts';
import { reportFault } from '../../app/faults.ts';
import { blockedChatIds, isTold } from '../../queries/unseen.ts';
import { playTone } from './tones.ts';
import { type Heard, type Since, sinceThen, toneOf } from './what-sounds.ts';

/** Chats that make no badge make no sound either, but for what names the member in a muted group. */
const readHeard = async (db: LocalTables): Promise<Heard> => {
  const [memberships, chats, blocks, outbox] = await Promise.all([
    db.memberships.toArray(),
    db.chats.toArray(),
    db.blocks.toArray(),
    db.outbox.toArray(),
  ]);
  const members = blocks.length === 0 ? [] : await db.members.toArray();
  const silent = blockedChatIds(chats, members, blocks);
  const places = new Map(memberships.map((place) => [place.chatId, place]));
  const newest = new Map<string, number>();
  const namesOnly = new Set<string>();
  const now = serverClock.now();
  for (const { id, type: chatType, lastSeq, requestedBy } of chats) {
    const place = places.get(id);
    if (!place || silent.has(id) || !isTold({ requestedBy }, place)) continue;
    const isHeard = (namesMe: boolean): boolean => isNotifiedAt(place, { chatType, namesMe }, now);
    if (isHeard(true)) newest.set(id, lastSeq);
    if (isHeard(true) && !isHeard(false)) namesOnly.add(id);
  }
  const unsent = outbox.flatMap((row) => (row.name === 'sendMessage' ? [row.args.id] : []));
  const lastSeqs = new Map(chats.map(({ id, lastSeq }) => [id, lastSeq]));
  return { newest, namesOnly, lastSeqs, unsent: new Set(unsent) };
};

/** One that may be heard among the newest is enough. */
const LOOKED_AT_MAX = 20;

const lookUp = (engine: Engine, { chats, gone }: Since) =>
  engine.db.read(['messages'], async (db) => {
    const found = await Promise.all(
      chats.map(({ chatId, after, namesOnly }) =>
        db.messages
          .where('[chatId+order]')
          .between([chatId, after], [chatId, Dexie.maxKey], false)
          .reverse()
          .filter(({ mentions }) => !namesOnly || mentions.includes(engine.userId))
          .limit(LOOKED_AT_MAX)
          .toArray(),
      ),
    );
    return { messages: found.flat(), gone: await db.messages.bulkGet([...gone]) };
  });

/** Plays a tone for what comes in and what has gone out from now on. @returns ends it */
export const startMessageSounds = (engine: Engine): (() => void) => {
  let before: Heard | null = null;
  const stores = ['blocks', 'chats', 'members', 'memberships', 'outbox'] as const;
  const subscription = liveQuery(() => engine.db.read(stores, readHeard)).subscribe({
    next: (now) => {
      // What a new device is filled with is not news.
      const isFilled = engine.status.value.lastSyncedAt !== null;
      const since = before === null || !isFilled ? null : sinceThen(before, now);
      before = now;
      if (since === null || (since.chats.length === 0 && since.gone.length === 0)) return;
      void lookUp(engine, since)
        .then(async (found) => {
          const tone = toneOf(found, engine.userId);
          if (tone !== null) await playTone(tone);
        })
        .catch(reportFault);
    },
    error: reportFault,
  });
  return () => subscription.unsubscribe();
};
