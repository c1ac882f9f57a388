import { expect, it } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';
import { type DraftState, NO_DRAFT } from './draft-state.ts';

const words = (content: string): DraftState => ({ ...NO_DRAFT, content });

/** A table whose writes end when the test says so, in their order. */
const setup = () => {
  let table: DraftState | null = null;
  const ends: (() => void)[] = [];
  const keeper = createDraftKeeper(
    (draft) =>
      new Promise((resolve) => {
        ends.push(() => {
          table = draft;
          resolve();
        });
      }),
  );
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
    end,
    saved,
    table: () => table?.edit?.content ?? table?.content ?? null,
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
  expect([table(), keeper.value()]).toEqual([null, NO_DRAFT]);
});

it('does not bring back an edit when more was typed and deleted meanwhile', async () => {
  const { keeper, saved, table } = setup();
  keeper.type(edit('hello'));
  await saved(keeper.save());
  keeper.takeEdit();
  keeper.type(words('x'));
  await keeper.forget();
  keeper.type(words(''));
  await saved(keeper.save());
  expect(table()).toBeNull();
});

it.each([words('hello'), edit('hello')])('stores words again that could not be sent', async (typed) => {
  const { keeper, saved, table } = setup();
  keeper.type(typed);
  await saved(keeper.save());
  if (typed.edit === null) keeper.take();
  else keeper.takeEdit();
  keeper.type(typed);
  const saving = keeper.save();
  if (typed.edit === null) await saved(saving);
  else await saving;
  expect([table(), keeper.value(), keeper.isUnsaved()]).toEqual(['hello', typed, false]);
});

it('brings back what was typed before an edit, and keeps both until then', async () => {
  const { keeper, saved, table } = setup();
  keeper.type({
    content: 'half a thought',
    replyToId: 'm1',
    edit: null,
    files: [],
    forward: null,
    waiting: [],
  });
  await saved(keeper.save());
  keeper.type({ ...keeper.value(), edit: { messageId: 'm2', content: 'better' } });
  await saved(keeper.save());
  expect(keeper.takeEdit()).toEqual({
    content: 'half a thought',
    replyToId: 'm1',
    edit: null,
    files: [],
    forward: null,
    waiting: [],
  });
  await saved(keeper.forget());
  expect([table(), keeper.isUnsaved()]).toEqual(['half a thought', false]);
});

it('stores the last letters of an edit as they are taken', async () => {
  const { keeper, end, table } = setup();
  keeper.type(edit('not saved yet'));
  keeper.takeEdit();
  await end();
  expect([table(), keeper.value()]).toEqual(['not saved yet', NO_DRAFT]);
});

it('writes nothing more of what was taken, and keeps what is typed after it', async () => {
  const { keeper, saved, writes, table } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  keeper.take();
  expect([writes(), keeper.isUnsaved(), keeper.value()]).toEqual([0, false, NO_DRAFT]);
  keeper.type(words('next'));
  await saved(keeper.save());
  expect(table()).toBe('next');
});

it('stores the same words again after a save that ended when they were taken', async () => {
  const { keeper, end, saved, writes } = setup();
  keeper.type(words('ok'));
  const late = keeper.save();
  keeper.take();
  await end();
  await late;
  keeper.type(words('ok'));
  expect(keeper.isUnsaved()).toBe(true);
  await saved(keeper.save());
  expect([writes(), keeper.isUnsaved()]).toEqual([0, false]);
});
