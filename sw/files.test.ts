import { afterEach, expect, it, vi } from 'vitest';
import { withDevice } from '../sync/index.ts';

const ORIGIN = 'https://tambay.example';
const PICTURE = `${ORIGIN}/api/v1/files/01900000-0000-7000-8000-00000000000f`;

/** A worker's global scope, as far as the route for files looks at it, with caches that are there once they are opened. */
const setup = async () => {
  const location = new URL('/sw.js', ORIGIN);
  const scope = Object.assign(new EventTarget(), {
    __WB_MANIFEST: [],
    __WB_DISABLE_DEV_LOGS: true,
    location,
  });
  const opened = new Set<string>();
  vi.stubGlobal('self', scope);
  vi.stubGlobal('location', location);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      opened.add(name);
      return { match: async () => undefined };
    },
    delete: async (name: string) => opened.delete(name),
  });
  const { registerFiles } = await import('./files.ts');
  registerFiles();
  const work: Promise<unknown>[] = [];
  const ask = (): Promise<Response> =>
    new Promise((resolve, reject) => {
      const event = Object.assign(new Event('fetch'), {
        request: new Request(PICTURE, { headers: { 'x-keep': '1' } }),
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
        respondWith: (answer: Promise<Response>) => answer.then(resolve, reject),
      });
      scope.dispatchEvent(event);
    });
  return { ask, isDone: () => Promise.all(work), left: () => [...opened] };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a portal’s page',
    async () => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
  ],
])('a picture that a member asked for while leaving leaves no cache in their name: %s', async (_, answer) => {
  const { ask, isDone, left } = await setup();
  await withDevice((device) => device.rememberSignIn('ana', 'token', 0));
  vi.stubGlobal('fetch', async () => {
    expect(left()).toEqual(['tambay-media-ana', 'tambay-kept-ana']);
    await withDevice((device) => device.leave({ departure: null, leftWaiting: 0, revocation: null }));
    return answer();
  });
  await ask().catch(() => undefined);
  await isDone();
  expect(left()).toEqual([]);
});
