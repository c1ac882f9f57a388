import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUntimedId, privateChatId } from '../../../protocol/index.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../../test/support/services.ts';
import { files } from '../../db/schema.ts';
import { type OpenedDatabase, openPostgresDatabase } from '../../testing/open-database.ts';
import { World } from '../../testing/world.ts';
import { endCopies } from './end-copies.ts';

describe.skipIf(!hasPostgres)('forwarding while the original is deleted for everyone', () => {
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

  it('leaves no copy that does not end', async () => {
    const world = new World(opened.db);
    const { ana, ben, chatId } = await world.friends();
    const cora = await world.person('Cora');
    await world.befriend(ben, cora);
    const storage = {
      put: async () => undefined,
      putFile: async () => undefined,
      read: () => Promise.reject(new Error('Nothing is read here.')),
      list: async function* () {},
      remove: async () => undefined,
    };
    for (let round = 0; round < 20; round += 1) {
      const [id, message] = [newUntimedId(), world.message(chatId)];
      const now = world.clock.now();
      const stored = { state: 'ready', kind: 'image', mime: 'image/webp', size: 10 } as const;
      await world.db
        .insert(files)
        .values({ ...stored, id, ownerId: ana.id, storageKey: id, createdAt: now, readyAt: now });
      await world.applied(ana, 'sendMessage', { ...message, images: [id] });
      const forward = () =>
        world.verdict(ben, 'sendMessage', {
          ...world.message(privateChatId(ben.id, cora.id)),
          ...{ images: [id], isForwarded: true },
        });
      const deletion = { chatId, messageId: message.id };
      const verdicts = await Promise.all([
        forward(),
        forward(),
        world.verdict(ana, 'deleteMessage', deletion),
        forward(),
      ]);
      expect(verdicts[2]).toBe('applied');
      const isTold = world.sentJobs.some(({ data }) => JSON.stringify(data).includes(message.id));
      if (isTold) await endCopies({ ...world.services, storage }, message.id);
      const alive = and(eq(files.copiedFrom, message.id), ne(files.state, 'withdrawn'));
      expect(await world.db.select().from(files).where(alive)).toEqual([]);
    }
  });
});
