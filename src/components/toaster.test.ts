import { expect, it, vi } from 'vitest';
import { createToaster } from './toaster.ts';

it('gives a toast its message, variant, icon, duration and timestamp', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  const toaster = createToaster();
  toaster.heard();
  const add = vi.spyOn(toaster.manager, 'add');
  toaster.show({ message: 'Friend request accepted', variant: 'success', icon: '🎉' });
  expect(add).toHaveBeenCalledWith({
    id: 'success:Friend request accepted',
    title: 'Friend request accepted',
    type: 'success',
    timeout: 3_000,
    data: { variant: 'success', icon: '🎉', timestamp: 1_790_000_000_000 },
  });
  vi.useRealTimers();
});

it('says later what it was told before anybody listened, once and in order', () => {
  const toaster = createToaster();
  const add = vi.spyOn(toaster.manager, 'add');
  toaster.show({ message: 'A new version of Tambay is ready', variant: 'info' });
  toaster.show({ message: 'Friend request accepted', variant: 'success' });
  expect(add).not.toHaveBeenCalled();
  toaster.heard();
  toaster.heard();
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
  toaster.heard();
  expect(add).not.toHaveBeenCalled();
});
