import { expect, it } from 'vitest';
import { createGoneOut } from './gone-out.ts';

const setup = () => {
  let waiting: readonly string[] = [];
  const goneOut = createGoneOut(async () => new Set(waiting));
  return {
    goneOut,
    look(isOffline: boolean, ...ids: string[]) {
      waiting = ids;
      goneOut.note(isOffline);
    },
  };
};

it('counts what goes out over a network that comes and goes, each once', async () => {
  const { goneOut, look } = setup();
  look(true, 'a', 'b');
  look(false, 'b');
  look(true, 'b', 'c');
  // Written while the server answers nothing but errors.
  look(false, 'b', 'c', 'd');
  look(false);
  expect(await goneOut.read()).toEqual({ sent: new Set(['a', 'b', 'c', 'd']), waiting: new Set() });
});

it('does not count what is taken back without a network, nor what still waits', async () => {
  const { goneOut, look } = setup();
  look(true, 'a', 'taken back', 'refused');
  look(true, 'a', 'refused');
  look(false, 'refused');
  expect(await goneOut.read()).toEqual({ sent: new Set(['a']), waiting: new Set(['refused']) });
});
