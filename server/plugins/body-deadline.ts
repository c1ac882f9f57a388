import fastifyPlugin from 'fastify-plugin';
import { UPLOAD_IDLE_MS } from '../modules/files/upload-route.ts';

const BODY_MS = 30_000;

/**
 * How long a body may take: half a minute, and for an upload as long as bytes keep coming. Node's own limit is one for all
 * requests, and cuts a picture off that needs a minute on a bad link.
 */
export const bodyDeadlinePlugin = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async ({ raw, routeOptions }) => {
      if (raw.complete) return;
      const { isUpload } = routeOptions.config;
      let received = raw.socket.bytesRead;
      const timer = setInterval(
        () => {
          if (raw.complete) clearInterval(timer);
          else if (!isUpload || raw.socket.bytesRead === received) raw.destroy();
          received = raw.socket.bytesRead;
        },
        isUpload ? UPLOAD_IDLE_MS : BODY_MS,
      ).unref();
      raw.once('close', () => clearInterval(timer));
    });
  },
  { name: 'body-deadline' },
);
