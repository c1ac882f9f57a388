import fc from 'fast-check';
import { expect } from 'vitest';
import { hasWords, newId, searchQuery, wantedOf } from '../../protocol/index.ts';
import { readSnapshot } from '../../server/db/database.ts';
import { findMessages } from '../../server/modules/search/find-messages.ts';
import { readWords } from '../../server/modules/search/read-words.ts';
import { toQuery } from '../../server/modules/search/words-sql.ts';
import { World } from '../../server/testing/world.ts';

const SIGNS = [
  'kita',
  'Niño',
  'NINA',
  "d'yan",
  'a',
  'ß',
  '京都',
  '都',
  'กา',
  '😂',
  '₱500',
  "'",
  '\\',
  ':*',
  '&',
  '7',
];
const text = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(' '));
const typed = fc.oneof(
  text,
  fc.constantFrom(...SIGNS, 'ni', 'ki', 'dyan', 'ss', '5', '京', "d'", "' | 'a", '💜', '\u0301'),
);

/** The law of the search, on a database: it gives what reading every message as a device does would give. */
export const holdsTheLaw = async (db: World['db']): Promise<void> => {
  const world = new World(db);
  const { ana, chatId } = await world.friends();
  const texts = fc.sample(text, { seed: 7, numRuns: 120 });
  for (const [at, content] of texts.entries()) {
    await world.applied(ana, 'sendMessage', { ...world.message(chatId, content), id: newId() });
    // Some are read, some wait.
    if (at === 80) await readWords(db);
  }
  await fc.assert(
    fc.asyncProperty(typed, async (search) => {
      const wanted = wantedOf(search);
      const query = searchQuery.parse({ search });
      const { messages } = await readSnapshot(db, (tx) =>
        findMessages(tx, { readerId: ana.id, query, wanted, now: world.clock.now() }),
      );
      const expected = texts.filter((content) => hasWords(content, wanted));
      // One letter alone narrows nothing down, and finds nothing.
      const isAsked = toQuery(wanted, []) !== null;
      expect(messages.length >= Math.min(30, isAsked ? expected.length : 0)).toBe(true);
      for (const { content } of messages) expect(expected).toContain(content);
    }),
    { seed: 7, numRuns: 80 },
  );
};
