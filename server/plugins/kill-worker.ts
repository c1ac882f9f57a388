import fastifyPlugin from 'fastify-plugin';
import { APP_CACHES } from '../../protocol/index.ts';

/**
 * What `/sw.js` says when a release of the worker has to be taken back and cannot wait for anybody's consent: it removes
 * itself and the shell it kept. Databases stay: what waits in an outbox is sent by the pages.
 *
 * It does so when it is installed: Chromium may leave it waiting beside the old worker for minutes (docs/gotchas.md). There
 * `unregister` must not be awaited, as it begins when the installation has ended. And once more when it is active: until then
 * the old worker may have kept files.
 */
const LAST_WORKER = `
const takeBack = async () => {
  self.registration.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ${APP_CACHES}.test(name)).map((name) => caches.delete(name)));
};
self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(takeBack());
});
self.addEventListener('activate', (event) => event.waitUntil(takeBack()));
`;

/** The kill switch of the service worker: `KILL_WORKER=true`. */
export const killWorkerPlugin = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.split('?', 1)[0] !== '/sw.js') return;
      await reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(LAST_WORKER);
    });
  },
  { name: 'kill-worker' },
);
