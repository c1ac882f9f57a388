import { expect, it, vi } from 'vitest';
import { refuseFiles } from './refuse-stray-files.ts';

const drag = (types: string[], defaultPrevented = false) => ({
  ...{ defaultPrevented, preventDefault: vi.fn() },
  dataTransfer: { types, dropEffect: 'copy' as const },
});

it('keeps the browser from opening files that nothing takes', () => {
  const stray = drag(['Files']);
  refuseFiles(stray);
  expect(stray.preventDefault).toHaveBeenCalledOnce();
  expect(stray.dataTransfer.dropEffect).toBe('none');
});

it('leaves words to the fields, and files to what takes them', () => {
  for (const event of [drag(['text/plain']), drag(['Files'], true)]) {
    refuseFiles(event);
    expect(event.preventDefault).not.toHaveBeenCalled();
    expect(event.dataTransfer.dropEffect).toBe('copy');
  }
});
