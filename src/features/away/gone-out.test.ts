import { expect, it } from 'vitest';
import { createGoneOut } from './gone-out.ts';

/** In which place they are is not what these are about. */
const things = (...ids: string[]) => new Map(ids.map((id) => [id, 'chats' as const]));

const setup = () => {
  let waiting: readonly string[] = [];
  const goneOut = createGoneOut(async () => things(...waiting));
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
  expect(await goneOut.read()).toEqual({ sent: things('a', 'b', 'c', 'd'), waiting: things() });
});

it('does not count what is taken back without a network, nor what still waits', async () => {
  const { goneOut, look } = setup();
  look(true, 'a', 'taken back', 'refused');
  look(true, 'a', 'refused');
  look(false, 'refused');
  expect(await goneOut.read()).toEqual({ sent: things('a'), waiting: things('refused') });
});
