import { expect, it, vi } from 'vitest';
import { createToaster } from './toaster.ts';

it('gives a toast its message, variant, icon, duration and timestamp', () => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  const toaster = createToaster();
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
