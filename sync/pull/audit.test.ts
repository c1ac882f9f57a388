import { describe, expect, it } from 'vitest';
import { auditSum, chatScope, errorKinds, memberId } from '../../protocol/index.ts';
import type { MutationInput } from '../engine-types.ts';
import { auditFaults, replicaFaults, shadowFaults } from '../testing/laws.ts';
import { createWorld } from '../testing/world.ts';
import { AUDIT_EVERY_MS } from './audit.ts';

const setup = async () => {
  const world = createWorld();
  const [ana, ben] = [world.addPerson('Ana'), world.addPerson('Ben')];
  const chatId = world.befriend(ana, ben);
  const anas = world.addDevice(ana);
  const tab = await anas.openTab();
  const bensTab = await world.addDevice(ben).openTab();
  await world.time.advance(1_000);
  const text = (content: string): MutationInput<'sendMessage'> => ({
    id: world.newId(),
    chatId,
    content,
    writtenAt: new Date(world.time.now()).toISOString(),
  });
  for (const content of ['one', 'two', 'three']) await bensTab.engine.mutate('sendMessage', text(content));
  await world.time.advance(1_000);
  /** Long enough for each scope to have had its turn twice, with a pull for each. */
  const audit = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn += 1) {
      await world.time.advance(AUDIT_EVERY_MS);
      void tab.engine.sync();
      await world.time.advance(5_000);
    }
  };
  const outcomes = async (): Promise<string[]> =>
    (await tab.engine.exportTrace()).steps.flatMap((step) => (step.kind === 'audit' ? [step.outcome] : []));
  const { stores } = anas.disk;
  const first = [...stores.messages.values()].find((row) => row.seq === 1);
  if (first === undefined) throw new Error('no message');
  return { world, chatId, ana, anas, stores, tab, bensTab, text, audit, outcomes, first };
};

describe('self-audit', () => {
  it('[SA1] visits every scope in turn and finds nothing where nothing is wrong', async () => {
    const { audit, outcomes, anas } = await setup();
    await audit();
    const found = await outcomes();
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(new Set(found)).toEqual(new Set(['equal']));
    expect(auditFaults(anas)).toEqual([]);
  });

  it('[SA1] asks once in ten minutes, however often there is a pull', async () => {
    const { world, tab, outcomes } = await setup();
    for (let turn = 0; turn < 20; turn += 1) {
      void tab.engine.sync();
      await world.time.advance(1_000);
    }
    expect((await outcomes()).length).toBe(1);
  });

  it.each(['words', 'gone', 'stray', 'place', 'member'] as const)(
    '[SA2] finds a damaged row (%s) and repairs it; what was not sent stays as it was',
    async (damage) => {
      const { world, chatId, ana, anas, stores, tab, text, audit, outcomes, first } = await setup();
      anas.setOnline(false);
      await tab.engine.mutate('sendMessage', text('not sent yet'));
      await tab.engine.mutate('reactToMessage', { chatId, messageId: first.id, emoji: '👍' });
      const outbox = structuredClone(
        [...stores.outbox.values()].map(({ id, args, seq }) => ({ id, args, seq })),
      );
      if (damage === 'words') {
        const second = [...stores.messages.values()].find((row) => row.seq === 2);
        if (second) stores.messages.set(second.id, { ...second, content: 'never said' });
      } else if (damage === 'gone') {
        for (const row of stores.messages.values()) if (row.seq === 2) stores.messages.delete(row.id);
      } else if (damage === 'stray') {
        const id = world.newId();
        stores.messages.set(id, { ...first, id, seq: 4, order: 4 });
      } else if (damage === 'place') {
        const place = stores.memberships.get(memberId(chatId, ana.id));
        if (place) stores.memberships.set(place.id, { ...place, seenSeq: 99, version: 50 });
      } else stores.members.delete(memberId(chatId, ana.id));
      // Three turns go by without a network: the server cannot be asked, and nothing is touched.
      await world.time.advance(AUDIT_EVERY_MS);
      expect([...stores.outbox.values()].map(({ id, args, seq }) => ({ id, args, seq }))).toEqual(outbox);
      anas.setOnline(true);
      await audit();
      expect(await outcomes()).toContain('different');
      expect(await outcomes()).not.toContain('helpless');
      expect(replicaFaults(anas, world.server)).toEqual([]);
      expect(shadowFaults(anas)).toEqual([]);
      const said = [...stores.messages.values()].sort((a, b) => a.order - b.order);
      expect(said.map((row) => row.content)).toEqual(['one', 'two', 'three', 'not sent yet']);
      expect(said[0]?.reactions).toEqual([{ userId: ana.id, emoji: '👍' }]);
      expect(stores.outbox.size + stores.shadows.size).toBe(0);
    },
  );

  it('[SA2] repairs what lies under a pending change, without touching the change', async () => {
    const { world, chatId, anas, stores, tab, audit, first } = await setup();
    anas.setOnline(false);
    const target = { chatId, messageId: first.id };
    const id = await tab.engine.mutate('reactToMessage', { ...target, emoji: '❤️' });
    const shadow = stores.shadows.get(`messages:${first.id}`);
    if (shadow?.table === 'messages' && shadow.base !== null)
      stores.shadows.set(shadow.key, { ...shadow, base: { ...shadow.base, content: 'damaged' } });
    // The server has named a time that never comes: the change is still pending while its row is repaired.
    const row = [...stores.outbox.values()][0];
    const error = { code: 'rate_limited', message: errorKinds.rate_limited.message } as const;
    if (row)
      stores.outbox.set(row.seq, {
        ...{ ...row, state: 'queued', error },
        ...{ notBefore: world.time.now() + 3e8, waitMs: 4e8 },
      });
    anas.setOnline(true);
    await audit();
    expect([...stores.outbox.values()].map((one) => [one.id, one.state])).toEqual([[id, 'queued']]);
    expect(stores.messages.get(first.id)).toMatchObject({ content: 'one', reactions: [{ emoji: '❤️' }] });
    expect(shadowFaults(anas)).toEqual([]);
  });

  it('[SA3] a reset that does not help is not tried again the same day, and is reported', async () => {
    const { world, chatId, anas, stores, tab, outcomes, audit, first } = await setup();
    const spoil = (): void => {
      const row = stores.messages.get(first.id);
      if (row) stores.messages.set(first.id, { ...row, content: 'damaged again' });
    };
    spoil();
    await audit();
    spoil();
    await audit();
    const found = await outcomes();
    expect(found.filter((one) => one === 'different')).toHaveLength(1);
    expect(found).toContain('helpless');
    expect(anas.errors.map(String)).toContain(
      `AuditError: The checksum of ${chatScope(chatId)} differs after a reset.`,
    );
    await world.time.advance(25 * 60 * 60_000);
    void tab.engine.sync();
    await audit();
    expect(stores.messages.get(first.id)?.content).toBe('one');
  });
});

it('[SA1] a checksum is the same in any order and for any order of keys, and differs with any field', async () => {
  const { stores } = await setup();
  const rows = [...stores.messages.values()].map((row) => ({ table: 'messages' as const, row }));
  const sum = auditSum(rows);
  expect(auditSum(rows.toReversed())).toBe(sum);
  const turned = rows.map(({ table, row }) => ({
    table,
    row: Object.fromEntries(Object.entries(row).toReversed()),
  }));
  expect(auditSum(turned)).toBe(sum);
  for (const field of ['content', 'seq', 'version', 'senderId', 'editedAt'] as const) {
    const [one, ...rest] = rows;
    if (one === undefined) throw new Error('no row');
    expect(auditSum([{ ...one, row: { ...one.row, [field]: 'x' } }, ...rest])).not.toBe(sum);
  }
  expect(auditSum(rows.slice(1))).not.toBe(sum);
});
