import { expect, it, vi } from 'vitest';
import { createToaster } from './toaster.ts';

it('gives a toast its message, variant, icon, duration and timestamp', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  const toaster = createToaster();
  toaster.attach();
  const add = vi.spyOn(toaster.manager, 'add');
  toaster.show({ message: 'Friend request accepted', variant: 'success', icon: '🎉' });
  expect(add).toHaveBeenCalledWith({
    id: 'Friend request accepted',
    title: 'Friend request accepted',
    type: 'success',
    timeout: 3_000,
    data: { variant: 'success', icon: '🎉', timestamp: 1_790_000_000_000 },
    onClose: expect.any(Function),
  });
  vi.useRealTimers();
});

/** What the shown notices would be: the last one said under each id. */
const lastSaid = (toaster: ReturnType<typeof createToaster>) => {
  toaster.attach();
  const add = vi.spyOn(toaster.manager, 'add');
  return () => new Map(add.mock.calls.map(([toast]) => [toast.id, toast]));
};

it('makes one notice of the same words, as what they were said for last', () => {
  const toaster = createToaster();
  const said = lastSaid(toaster);
  toaster.show({ message: 'You are offline', variant: 'info' });
  toaster.show({ message: 'You are offline', variant: 'error' });
  expect([...said().values()].map(({ type }) => type)).toEqual(['error']);
});

it('undoes both of what one notice says, and only what it still says', () => {
  const toaster = createToaster();
  const said = lastSaid(toaster);
  const undone: string[] = [];
  const remove = (name: string) =>
    toaster.show({
      message: 'Post deleted',
      variant: 'success',
      action: { label: 'Undo', onPress: () => undone.push(name) },
    });
  remove('a');
  remove('b');
  said().get('Post deleted')?.data?.action?.onPress();
  expect(undone).toEqual(['a', 'b']);

  said().get('Post deleted')?.onClose?.();
  remove('c');
  said().get('Post deleted')?.data?.action?.onPress();
  expect(undone).toEqual(['a', 'b', 'c']);
});

it('says later what it was told before anybody listened, once and in order', () => {
  const toaster = createToaster();
  const add = vi.spyOn(toaster.manager, 'add');
  toaster.show({ message: 'A new version of Tambay is ready', variant: 'info' });
  toaster.show({ message: 'Friend request accepted', variant: 'success' });
  expect(add).not.toHaveBeenCalled();
  toaster.attach();
  toaster.attach();
  expect(add.mock.calls.map(([{ title }]) => title)).toEqual([
    'A new version of Tambay is ready',
    'Friend request accepted',
  ]);
});

it('forgets what was to be said when everything is closed first', () => {
  const toaster = createToaster();
  const add = vi.spyOn(toaster.manager, 'add');
  toaster.show({ message: 'Friend request accepted', variant: 'success' });
  toaster.closeAll();
  toaster.attach();
  expect(add).not.toHaveBeenCalled();
});
