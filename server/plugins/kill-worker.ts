import fastifyPlugin from 'fastify-plugin';
import { APP_CACHES } from '../../protocol/index.ts';

/**
 * What `/sw.js` says when a release of the worker has to be taken back and cannot wait for anybody's consent: it removes
 * itself and the shell it kept. Databases stay: what waits in an outbox is sent by the pages.
 */
const LAST_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  const shell = names.filter((name) => ${APP_CACHES}.test(name));
  await Promise.all([self.registration.unregister(), ...shell.map((name) => caches.delete(name))]);
})()));
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
