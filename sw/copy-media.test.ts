import { afterEach, expect, it, vi } from 'vitest';
import { withDevice } from '../sync/index.ts';

const ORIGIN = 'https://tambay.example';
const address = (id: string, query = '') => `${ORIGIN}/api/v1/files/${id}${query}`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('what is held of a forwarded file is held of its copy in every width, and of nothing else', async () => {
  const stores = new Map<string, Map<string, string>>([
    [
      'tambay-media-ana',
      new Map([[address('a', '?w=320'), 'small'] as const, [address('c'), 'other'] as const]),
    ],
    ['tambay-kept-ana', new Map([[address('a'), 'whole'] as const])],
  ]);
  const scope = Object.assign(new EventTarget(), {
    __WB_MANIFEST: [],
    location: new URL('/sw.js', ORIGIN),
  });
  vi.stubGlobal('self', scope);
  vi.stubGlobal('location', scope.location);
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, string>();
      return {
        keys: async () => [...entries.keys()].map((url) => ({ url })),
        match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
        put: async (url: string, answer: Response) => void entries.set(url, await answer.text()),
        delete: async (url: string) => entries.delete(url),
      };
    },
  });
  await withDevice((device) => device.rememberSignIn('ana', 'token', 0));
  const { registerFiles } = await import('./files.ts');
  registerFiles();
  const work: Promise<unknown>[] = [];
  const message = Object.assign(new Event('message'), {
    data: { type: 'COPY_MEDIA', copies: { b: 'a' } },
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
  });
  scope.dispatchEvent(message);
  await Promise.all(work);
  const recent = stores.get('tambay-media-ana');
  expect([recent?.get(address('b', '?w=320')), recent?.get(address('b'))]).toEqual(['small', 'whole']);
  expect([...(recent?.keys() ?? [])].filter((url) => url.startsWith(ORIGIN))).toHaveLength(4);
});
