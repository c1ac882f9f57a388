import { afterEach, expect, it, vi } from 'vitest';
import { createFakeFiles } from '../testing/fake-files.ts';
import { createBrowserPorts } from './browser-ports.ts';
import { noSocket } from './no-socket.ts';

const app = ['workbox-precache-v2-https://tambay.example/', 'tambay-assets'];

const setup = (media: readonly string[]) => {
  const names = new Set([...app, ...media]);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const { space } = createBrowserPorts(
    { baseUrl: 'https://tambay.example', channelName: 'test' },
    { socket: noSocket, files: createFakeFiles(() => true) },
  );
  return { space, left: () => [...names] };
};

afterEach(() => vi.unstubAllGlobals());

it('[ST6] room is made of pictures first, then of what was to be kept, and never of the app itself', async () => {
  const { space, left } = setup(['tambay-media-ana', 'tambay-kept-ana']);
  expect([await space.freeMedia(), left()]).toEqual([true, [...app, 'tambay-kept-ana']]);
  expect([await space.freeMedia(), left()]).toEqual([true, app]);
  expect([await space.freeMedia(), left()]).toEqual([false, app]);
});
