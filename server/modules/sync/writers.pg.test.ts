import { inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { privateChatId } from '../../../protocol/index.ts';
import { hasPostgres } from '../../../test/support/services.ts';
import { useTestPostgres } from '../../../test/support/test-postgres.ts';
import { messages } from '../../db/schema.ts';
import { Device } from '../../testing/device.ts';
import { type Person, World } from '../../testing/world.ts';
import { presentMessage } from '../messages/presenter.ts';

const WRITE_SECONDS = Number(process.env['WRITE_SECONDS'] ?? 5);
const WRITERS = 16;
const READERS = 2;

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  const postgres = useTestPostgres();

  it(`sixteen writers and two readers for ${WRITE_SECONDS} s: nothing is missed, nothing stays old`, {
    timeout: (WRITE_SECONDS + 120) * 1_000,
  }, async () => {
    const world = new World(postgres.opened.db);
    const reader = await world.person('Ana');
    const people = await Promise.all(Array.from({ length: 4 }, () => world.person('Ben')));
    for (const person of people) await world.befriend(reader, person);
    const chatIds = people.map(({ id }) => privateChatId(reader.id, id));
    const endsAt = performance.now() + WRITE_SECONDS * 1_000;
    let open = WRITERS;

    /** Of what one writer has said every third message gets other words, and every fourth is deleted. */
    const write = async (writer: Person, name: string): Promise<number> => {
      const chatId = privateChatId(reader.id, writer.id);
      let said = 0;
      while (performance.now() < endsAt) {
        const messageId = await world.say(writer, chatId, `${name}.${said}`);
        said += 1;
        if (said % 3 === 0)
          await world.applied(writer, 'editMessage', { chatId, messageId, content: `${name}.${said} again` });
        if (said % 4 === 0) await world.applied(writer, 'deleteMessage', { chatId, messageId });
      }
      open -= 1;
      return said;
    };
    const read = async (): Promise<{ device: Device; pulls: number }> => {
      const device = new Device();
      let pulls = 0;
      for (let isLast = false; !isLast; pulls += 1) {
        isLast = open === 0;
        await device.sync((cursors) => world.pull(reader, cursors));
      }
      return { device, pulls };
    };
    const writing = people.flatMap((writer, at) =>
      Array.from({ length: WRITERS / people.length }, (_, index) => write(writer, `${at}-${index}`)),
    );
    const readers = await Promise.all(Array.from({ length: READERS }, read));
    const said = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0);

    const stored = await postgres.opened.db.select().from(messages).where(inArray(messages.chatId, chatIds));
    expect(stored).toHaveLength(said);
    const expected = stored.map(presentMessage).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const fresh = new Device();
    await fresh.sync((cursors) => world.pull(reader, cursors));
    for (const { device, pulls } of readers) {
      expect(pulls).toBeGreaterThan(WRITE_SECONDS);
      expect(device.view()['messages']).toEqual(expected);
      expect(device.cursors).toEqual(fresh.cursors);
      expect(device.view()['chats']).toEqual(fresh.view()['chats']);
    }
    const pulls = readers.map((one) => one.pulls);
    process.stdout.write(`${JSON.stringify({ seconds: WRITE_SECONDS, said, pulls })}\n`);
  });
});
