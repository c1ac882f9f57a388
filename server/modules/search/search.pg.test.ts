import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsTheLaw } from '../../../test/support/search-law.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../test/support/services.ts';
import { messageWords } from '../../db/schema-search.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { readWords } from './read-words.ts';

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let database: TestDatabase;
  let opened: OpenedDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openPostgresDatabase(database.url);
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  it('finds what a device would find by reading every message', { timeout: 120_000 }, () =>
    holdsTheLaw(opened.db),
  );

  it('writes no words of a text from before a change that it has waited for', async () => {
    const world = new World(opened.db);
    const { ana, chatId } = await world.friends();
    const message = world.message(chatId, 'una');
    await world.applied(ana, 'sendMessage', message);
    const turns = Array.from({ length: 20 }, (_, turn) => turn);
    for (const turn of turns) {
      const words = `salita${String.fromCharCode(97 + turn)}`;
      await Promise.all([
        readWords(opened.db),
        world.applied(ana, 'editMessage', { chatId, messageId: message.id, content: words }),
        readWords(opened.db),
      ]);
      await readWords(opened.db);
      const rows = await opened.db
        .select({ words: messageWords.words })
        .from(messageWords)
        .where(eq(messageWords.messageId, message.id));
      expect(rows).toEqual([{ words: `':from:${ana.id}' '${words}'` }]);
    }
  });
});
