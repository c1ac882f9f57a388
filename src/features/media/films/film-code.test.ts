import { expect, it, vi } from 'vitest';
import { begins } from './film-code.ts';

it.each([
  ['begins', new MessageEvent('message', { data: { is: 'begun' } }), true],
  ['cannot be fetched', new Event('error'), false],
])('tells whether a worker %s, and ends it', async (_what, event, isThere) => {
  const target = new EventTarget();
  const terminate = vi.fn();
  const asked = begins(() => ({ addEventListener: target.addEventListener.bind(target), terminate }));
  target.dispatchEvent(event);
  expect(await asked).toBe(isThere);
  expect(terminate).toHaveBeenCalledOnce();
});
