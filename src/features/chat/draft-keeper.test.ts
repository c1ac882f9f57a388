import { expect, it } from 'vitest';
import { createDraftKeeper, type DraftState, NO_DRAFT } from './draft-keeper.ts';

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
  return { keeper, end, saved, table: () => table?.content ?? null, writes: () => ends.length };
};

it('keeps words until what was sent is durable', async () => {
  const { keeper, saved, table, writes } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  keeper.take();
  await keeper.save();
  expect([table(), writes(), keeper.isUnsaved()]).toEqual(['hello', 0, false]);
  await saved(keeper.forget());
  expect([table(), keeper.value().content]).toEqual([null, '']);
});

it('keeps the same words typed again after a save that ended late', async () => {
  const { keeper, end, saved, table } = setup();
  keeper.type(words('ok'));
  const late = keeper.save();
  keeper.take();
  await end();
  await late;
  await saved(keeper.forget());
  keeper.type(words('ok'));
  await saved(keeper.save());
  expect(table()).toBe('ok');
});

it('does not bring back what was sent when somebody typed on and thought better of it', async () => {
  const { keeper, saved, table } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  keeper.take();
  keeper.type(words('x'));
  await keeper.forget();
  keeper.type(words(''));
  await saved(keeper.save());
  expect(table()).toBeNull();
});

it('gives words back that could not be sent', async () => {
  const { keeper, saved, table } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  keeper.take();
  keeper.type(words('hello'));
  await keeper.save();
  expect([table(), keeper.value().content, keeper.isUnsaved()]).toEqual(['hello', 'hello', false]);
});

it('brings back what was typed before an edit, and keeps both until then', async () => {
  const { keeper, saved, table } = setup();
  keeper.type({ content: 'half a thought', replyToId: 'm1', edit: null, files: [] });
  await saved(keeper.save());
  keeper.type({ ...keeper.value(), edit: { messageId: 'm2', content: 'better' } });
  await saved(keeper.save());
  expect(keeper.take()).toEqual({ content: 'half a thought', replyToId: 'm1', edit: null, files: [] });
  await saved(keeper.forget());
  expect([table(), keeper.isUnsaved()]).toEqual(['half a thought', false]);
});

it('stores the last letters as they are taken', async () => {
  const { keeper, end, table } = setup();
  keeper.type(words('not saved yet'));
  keeper.take();
  await end();
  expect([table(), keeper.value().content]).toEqual(['not saved yet', '']);
});

it('writes nothing after a message whose transaction has deleted the draft', async () => {
  const { keeper, saved, writes } = setup();
  keeper.type(words('hello'));
  await saved(keeper.save());
  keeper.take();
  await keeper.cleared();
  expect([writes(), keeper.isUnsaved()]).toEqual([0, false]);
});

it.each(['next', ''])('stores what was typed until the draft was deleted: "%s"', async (content) => {
  const { keeper, saved, table } = setup();
  keeper.take();
  keeper.type(words('saved before the deletion or after it'));
  await saved(keeper.save());
  keeper.type(words(content));
  await saved(keeper.cleared());
  expect(table()).toBe(content === '' ? null : content);
});
