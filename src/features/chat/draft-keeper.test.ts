import { expect, it } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';

/** A table whose writes end when the test says so, in their order. */
const setup = () => {
  let table: string | null = null;
  const ends: (() => void)[] = [];
  const keeper = createDraftKeeper(
    (content) =>
      new Promise((resolve) => {
        ends.push(() => {
          table = content;
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
  return { keeper, end, saved, table: () => table, writes: () => ends.length };
};

it('keeps words until what was sent is durable', async () => {
  const { keeper, saved, table, writes } = setup();
  keeper.type('hello');
  await saved(keeper.save());
  keeper.take();
  await keeper.save();
  expect([table(), writes(), keeper.isUnsaved()]).toEqual(['hello', 0, false]);
  await saved(keeper.forget());
  expect([table(), keeper.value()]).toEqual([null, '']);
});

it('keeps the same words typed again after a save that ended late', async () => {
  const { keeper, end, saved, table } = setup();
  keeper.type('ok');
  const late = keeper.save();
  keeper.take();
  await end();
  await late;
  await saved(keeper.forget());
  keeper.type('ok');
  await saved(keeper.save());
  expect(table()).toBe('ok');
});

it('does not bring back what was sent when somebody typed on and thought better of it', async () => {
  const { keeper, saved, table } = setup();
  keeper.type('hello');
  await saved(keeper.save());
  keeper.take();
  keeper.type('x');
  await keeper.forget();
  keeper.type('');
  await saved(keeper.save());
  expect(table()).toBeNull();
});

it('gives words back that could not be sent', async () => {
  const { keeper, saved, table } = setup();
  keeper.type('hello');
  await saved(keeper.save());
  keeper.take();
  keeper.type('hello');
  await keeper.save();
  expect([table(), keeper.value(), keeper.isUnsaved()]).toEqual(['hello', 'hello', false]);
});
