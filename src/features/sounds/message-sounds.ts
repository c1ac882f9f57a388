import { Dexie, liveQuery } from 'dexie';
import type { Engine, LocalTables } from '../../../sync/index.ts';
import { reportFault } from '../../app/faults.ts';
import { blockedChatIds, isCounted } from '../../queries/unseen.ts';
import { playTone } from './tones.ts';
import { type Heard, type Since, sinceThen, toneOf } from './what-sounds.ts';

/** Chats that make no badge make no sound either. */
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
  for (const chat of chats) {
    const place = places.get(chat.id);
    if (place && isCounted(chat, place) && !silent.has(chat.id)) newest.set(chat.id, chat.lastSeq);
  }
  const unsent = outbox.flatMap((row) => (row.name === 'sendMessage' ? [row.args.id] : []));
  const lastSeqs = new Map(chats.map(({ id, lastSeq }) => [id, lastSeq]));
  return { newest, lastSeqs, unsent: new Set(unsent) };
};

/** One that may be heard among the newest is enough. */
const LOOKED_AT_MAX = 20;

const lookUp = (engine: Engine, { chats, gone }: Since) =>
  engine.db.read(['messages'], async (db) => {
    const found = await Promise.all(
      chats.map(({ chatId, after }) =>
        db.messages
          .where('[chatId+order]')
          .between([chatId, after], [chatId, Dexie.maxKey], false)
          .reverse()
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
