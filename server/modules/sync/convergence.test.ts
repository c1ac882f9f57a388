import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { friendshipId, privateChatId, type ScopeEntry } from '../../../protocol/index.ts';
import { createReceipts } from '../../jobs/receipts.ts';
import { Device } from '../../testing/device.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { type Person, World } from '../../testing/world.ts';

/**
 * Law L3 for the server's half: whatever people do, and whatever of the socket's entries a device loses or gets twice,
 * after its next pull it shows what a fresh device shows.
 */
let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

const PEOPLE = 3;
const person = fc.nat(PEOPLE - 1);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), actor: person, other: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('see' as const),
      actor: person,
      other: person,
      seq: fc.nat(12),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), actor: person, other: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('accept' as const), actor: person, other: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), actor: person, other: person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pull' as const), actor: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('receipts' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** What becomes of an entry on its way to a device. */
const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'twice', 'lost');

const act = async (world: World, people: readonly Person[], one: Step): Promise<void> => {
  if (one.kind === 'day') world.clock.advance(25 * 60 * 60 * 1_000);
  if (!('other' in one)) return;
  const [actor, other] = [people[one.actor], people[one.other]];
  if (!actor || !other) return;
  const chatId = privateChatId(actor.id, other.id);
  const id = friendshipId(actor.id, other.id);
  switch (one.kind) {
    case 'say':
      await world.run(actor, 'sendMessage', { ...world.message(chatId), recipientId: other.id });
      break;
    case 'see':
      await world.run(actor, 'markSeen', { chatId, seq: one.seq });
      break;
    case 'ask':
      await world.run(actor, 'requestFriend', { uniqueCode: other.uniqueCode });
      break;
    case 'accept':
      await world.run(actor, 'acceptFriend', { friendshipId: id });
      break;
    case 'reject':
      await world.run(actor, 'rejectFriend', { friendshipId: id });
      break;
  }
};

it('a device that loses and repeats entries shows after a pull what a fresh one shows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30 }),
      fc.infiniteStream(fate),
      async (steps, fates) => {
        const world = new World(opened.db);
        const receipts = createReceipts(world.services);
        world.services.receipts = receipts;
        const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.person()));
        const devices = people.map(() => new Device());
        const deliver = (device: Device, entry: ScopeEntry): void => {
          const outcome = fates.next().value;
          if (outcome !== 'lost') device.receive(entry);
          if (outcome === 'twice') device.receive(entry);
        };
        const pull = async (index: number): Promise<void> => {
          const actor = people[index];
          if (actor) await devices[index]?.sync((cursors) => world.pull(actor, cursors));
        };
        for (const one of steps) {
          await act(world, people, one);
          if (one.kind === 'pull') await pull(one.actor);
          if (one.kind === 'receipts') await receipts.flush();
          const entries = world.commits.splice(0).flatMap((commit) => commit.entries);
          for (const device of devices) for (const entry of entries) deliver(device, entry);
        }
        for (const [index, actor] of people.entries()) {
          const fresh = new Device();
          await fresh.sync((cursors) => world.pull(actor, cursors));
          await pull(index);
          expect(devices[index]?.view()).toEqual(fresh.view());
          expect(devices[index]?.cursors).toEqual(fresh.cursors);
        }
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 20_000 },
  );
}, 60_000);
