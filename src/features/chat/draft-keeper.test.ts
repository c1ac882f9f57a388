import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DraftRow, NewDraft } from '../../../sync/index.ts';
import { rescuedRows } from '../../app/rescued-draft.ts';
import { createDraftKeeper, type DraftKeeper, QUIET_MS } from './draft-keeper.ts';
import { type DraftState, NO_DRAFT, NO_PART, showNext } from './draft-state.ts';

const words = (content: string): DraftState => ({ ...NO_DRAFT, content });

const toRow = (draft: NewDraft, updatedAt: number): DraftRow => ({
  replyToId: null,
  edit: null,
  ...draft,
  chatId: 'chat',
  updatedAt,
});

/** A table whose writes end when the test says so, in their order. */
const setup = () => {
  const table = new Map<string, NewDraft>();
  const ends: (() => void)[] = [];
  const write = (drafts: readonly NewDraft[], replaces: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      ends.push(() => {
        for (const id of replaces) table.delete(id);
        for (const draft of drafts) table.set(draft.id, draft);
        resolve();
      });
    });
  const begin = () =>
    createDraftKeeper(
      write,
      () => undefined,
      () => 0,
    );
  const keeper = begin();
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await Promise.resolve();
  };
  const saved = async (work: Promise<void>): Promise<void> => {
    await end();
    await work;
  };
  return {
    keeper,
    /** The field that comes after it. */
    next: begin(),
    write,
    /** The page ended before its write. */
    lose: () => void ends.shift(),
    end,
    saved,
    table: () => [...table.values()].map((draft) => draft.edit?.content ?? draft.content).join(),
    rows: (): DraftRow[] => [...table.values()].map((draft) => toRow(draft, 0)),
    /** What was taken is stored elsewhere. */
    send: () => {
      const ids = keeper.rowIds();
      keeper.take();
      ends.push(() => {
        for (const id of ids) table.delete(id);
      });
    },
    writes: () => ends.length,
  };
};

const edit = (content: string): DraftState => ({ ...NO_DRAFT, edit: { messageId: 'm1', content } });

it('keeps the words of an edit until they are durable', async () => {
  const { keeper, saved, table, writes } = setup();
  keeper.type(edit('hello'));
  await saved(keeper.save());
  keeper.takeEdit();
  await keeper.save();
  expect([table(), writes(), keeper.isUnsaved()]).toEqual(['hello', 0, false]);
  await saved(keeper.forget());
  expect([table(), keeper.value()]).toEqual(['', NO_DRAFT]);
});

it('does not bring back an edit when more was typed and deleted meanwhile', async () => {
  const { keeper, saved, table } = setup();
  keeper.type(edit('hello'));
  await saved(keeper.save());
  keeper.takeEdit();
  keeper.type({ ...keeper.value(), content: 'x' });
  await keeper.forget();
  keeper.type({ ...keeper.value(), content: '' });
  await saved(keeper.save());
  expect(table()).toBe('');
});

it.each([0, 1])(
  'hands its words on to the next field, which stores them once (%i writes ended)',
  async (ended) => {
    const { keeper, next, end, table, writes } = setup();
    keeper.type({ ...words('hello'), waiting: [{ ...NO_PART, content: 'before' }] });
    void keeper.save();
    for (let count = 0; count < ended; count += 1) await end();
    keeper.type({ ...keeper.value(), content: 'hello you' });
    void keeper.save();
    const { words: unsaved, replaces } = keeper.unsaved();
    next.goOn(unsaved, replaces);
    void next.save();
    while (writes() > 0) await end();
    expect(table().split(',').sort()).toEqual(['before', 'hello you']);
  },
);

it.each([true, false])(
  'stores once what a page had rescued and a chat goes on with (its write landed: %s)',
  async (hasLanded) => {
    const { keeper, next, write, end, lose, table, writes } = setup();
    keeper.type(words('hello'));
    void keeper.save();
    const { words: unsaved, replaces } = keeper.unsaved();
    if (hasLanded) await end();
    else lose();
    // The app stores it while the chat opens.
    const rows = rescuedRows({ ...unsaved, replaces });
    void write(rows.drafts, rows.replaces);
    next.goOn(unsaved, replaces);
    void next.save();
    while (writes() > 0) await end();
    expect(table()).toBe('hello');
  },
);

it.each([words('hello'), edit('hello')])('stores words again that could not be sent', async (typed) => {
  const { keeper, saved, table } = setup();
  keeper.type(typed);
  await saved(keeper.save());
  const before = keeper.value();
  if (typed.edit === null) keeper.take();
  else keeper.takeEdit();
  keeper.type(before);
  const saving = keeper.save();
  if (typed.edit === null) await saved(saving);
  else await saving;
  expect([table(), keeper.isUnsaved()]).toEqual(['hello', false]);
});

it('brings back what was typed before an edit, and keeps both until then', async () => {
  const { keeper, saved, table } = setup();
  keeper.type({ ...NO_DRAFT, content: 'half a thought', replyToId: 'm1' });
  await saved(keeper.save());
  keeper.type({ ...keeper.value(), edit: { messageId: 'm2', content: 'better' } });
  await saved(keeper.save());
  expect(keeper.takeEdit()).toMatchObject({ content: 'half a thought', replyToId: 'm1', edit: null });
  await saved(keeper.forget());
  expect([table(), keeper.isUnsaved()]).toEqual(['half a thought', false]);
});

it('stores the last letters of an edit as they are taken', async () => {
  const { keeper, end, table } = setup();
  keeper.type(edit('not saved yet'));
  keeper.takeEdit();
  await end();
  expect([table(), keeper.value().edit]).toEqual(['not saved yet', null]);
});

it('writes nothing more of what was taken, and keeps what is typed after it', async () => {
  const { keeper, end, saved, send, writes, table } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  send();
  await end();
  expect([writes(), keeper.isUnsaved(), keeper.value()]).toEqual([0, false, NO_DRAFT]);
  keeper.type(words('next'));
  await saved(keeper.save());
  expect(table()).toBe('next');
});

it('deletes what a save was storing as it was taken, and stores the same words again', async () => {
  const { keeper, end, saved, send, table } = setup();
  keeper.type(words('ok'));
  const late = keeper.save();
  send();
  await end();
  await late;
  await end();
  expect(table()).toBe('');
  keeper.type(words('ok'));
  expect(keeper.isUnsaved()).toBe(true);
  await saved(keeper.save());
  expect([table(), keeper.isUnsaved()]).toEqual(['ok', false]);
});

it('shows nothing of what was taken while the table still has it', async () => {
  const { keeper, end, send, table, rows } = setup();
  keeper.type(words('hello'));
  const saving = keeper.save();
  send();
  await end();
  await saving;
  expect(table()).toBe('hello');
  await keeper.follow(async () => rows());
  expect(keeper.value()).toEqual(NO_DRAFT);
  await end();
  expect([table(), keeper.isUnsaved()]).toEqual(['', false]);
});

it('stores words again that a full disk has refused', async () => {
  let isFull = true;
  const table = new Set<string>();
  const keeper = createDraftKeeper(
    async (drafts) => {
      if (isFull) throw new Error('full');
      for (const { content } of drafts) table.add(content);
    },
    () => undefined,
    () => 0,
  );
  keeper.type(words('hello'));
  await expect(keeper.save()).rejects.toThrow('full');
  expect(keeper.isUnsaved()).toBe(true);
  isFull = false;
  await keeper.save();
  expect([[...table], keeper.isUnsaved()]).toEqual([['hello'], false]);
});

it('keeps what was typed while the table was being read, however long that takes', async () => {
  let time = 0;
  const shown: string[] = [];
  const keeper = createDraftKeeper(
    async () => undefined,
    ({ content }) => shown.push(content),
    () => time,
  );
  await keeper.follow(async () => [toRow({ id: 'r1', content: 'Papunta na' }, 0)]);
  const { promise, resolve } = Promise.withResolvers<DraftRow[]>();
  const followed = keeper.follow(() => promise);
  keeper.type({ ...keeper.value(), content: 'Papunta na ako' });
  time += QUIET_MS + 1;
  // Another tab has sent what stood there.
  resolve([]);
  await followed;
  expect([keeper.value().content, keeper.isUnsaved(), shown]).toEqual([
    'Papunta na ako',
    true,
    ['Papunta na'],
  ]);
});

/** Draft fields of several tabs over one table. Each reads the table when the test calls `follow`. */
const openTabs = (count: number, clock = { now: (): number => 0 }) => {
  let rows: DraftRow[] = [];
  const sending: string[] = [];
  let time = 0;
  const keepers = Array.from({ length: count }, () =>
    createDraftKeeper(
      async (drafts, replaces) => {
        time += 1;
        const now = time;
        rows = rows.filter(({ id }) => !replaces.includes(id));
        for (const draft of drafts) rows.unshift(toRow(draft, now));
      },
      () => undefined,
      () => clock.now(),
    ),
  );
  return {
    keepers,
    words: () => rows.map(({ content }) => content),
    /** The rows go when `endSends` is called. */
    send: (keeper: DraftKeeper): string => {
      const { content } = keeper.value();
      sending.push(...keeper.rowIds());
      keeper.take();
      return content;
    },
    endSends: (): void => {
      rows = rows.filter(({ id }) => !sending.includes(id));
    },
    read: async () => rows,
  };
};

it('shows in every tab what was typed in one, and nothing any more once it is sent', async () => {
  let now = 0;
  const { keepers, read, send, endSends } = openTabs(2, { now: () => now });
  const [one, two] = keepers;
  if (!one || !two) throw new Error('No tabs');
  one.type(words('Papunta na'));
  await one.save();
  await two.follow(read);
  expect(two.value().content).toBe('Papunta na');
  expect(send(two)).toBe('Papunta na');
  await two.follow(read);
  expect(two.value()).toEqual(NO_DRAFT);
  endSends();
  now = QUIET_MS;
  await one.follow(read);
  expect(one.value()).toEqual(NO_DRAFT);
});

it('replaces nothing in a field that is being typed in', async () => {
  let now = 0;
  const { keepers, read } = openTabs(2, { now: () => now });
  const [one, two] = keepers;
  if (!one || !two) throw new Error('No tabs');
  one.type(words('Papunta na'));
  await one.save();
  await two.follow(read);
  two.type({ ...two.value(), content: 'Mamaya na' });
  await two.save();
  now = QUIET_MS - 1;
  expect([await one.follow(read), one.value().content]).toEqual(['later', 'Papunta na']);
  now = QUIET_MS;
  expect([await one.follow(read), one.value().content]).toEqual(['done', 'Mamaya na']);
});

const act = fc.record({
  tab: fc.nat(2),
  // What is written is mostly saved before anything else happens, and sent.
  act: fc.constantFrom('write', 'write', 'type', 'save', 'follow', 'send', 'send', 'next'),
});

it('keeps what several tabs typed at the same time, and sends each text once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      let now = 0;
      const { keepers, words: kept, read, send, endSends } = openTabs(3, { now: () => now });
      const typed = new Set<string>();
      const sent: string[] = [];
      for (const [at, { tab, act: what }] of acts.entries()) {
        const keeper = keepers[tab];
        if (!keeper) continue;
        const before = keeper.value();
        if (what === 'type' || what === 'write') {
          // What stands in the field goes on; a new text begins with what no other text has.
          const content = before.content === '' ? `<${at}>` : `${before.content}+${at}`;
          typed.add(content.replace(/\+.*/, ''));
          keeper.type({ ...before, content });
          if (what === 'write') await keeper.save();
        } else if (what === 'save') await keeper.save();
        else if (what === 'follow') await keeper.follow(read);
        else if (what === 'next') keeper.type(showNext(before));
        else {
          // The field has caught up with the table before Send is pressed.
          now += QUIET_MS;
          await keeper.follow(read);
          if (keeper.value().content !== '') sent.push(send(keeper));
          // The live query may answer before the message is stored.
          await keeper.follow(read);
          endSends();
        }
      }
      for (let round = 0; round < 3; round += 1) {
        now += QUIET_MS;
        for (const keeper of keepers) {
          await keeper.save();
          await keeper.follow(read);
        }
      }
      const everything = [...sent, ...kept()].map((content) => content.replace(/\+.*/, ''));
      for (const text of typed) expect(everything).toContain(text);
      expect(new Set(sent).size).toBe(sent.length);
      // What was sent is no draft any more, in no field and not in the table; what is kept is shown in every field.
      const shown = keepers.map((keeper) => [keeper.value(), ...keeper.value().waiting]);
      for (const parts of shown)
        expect(new Set(parts.map(({ content }) => content).filter(Boolean))).toEqual(new Set(kept()));
      for (const text of sent) expect(kept()).not.toContain(text);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

it('names its row as the source only while the field says what the row says', async () => {
  const { keeper, saved } = setup();
  keeper.type(words('Tara'));
  expect(keeper.source([])).toBeUndefined();
  await saved(keeper.save());
  const [rowId] = keeper.rowIds();
  expect(keeper.source([])).toBe(rowId);
  expect(keeper.source(['file'])).toBeUndefined();
  keeper.type({ ...keeper.value(), content: 'Tara!' });
  expect(keeper.source([])).toBeUndefined();
});
