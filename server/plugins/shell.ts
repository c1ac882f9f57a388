import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../protocol/index.ts';
import { answerError } from './errors.ts';

const NOT_BUILT = 'The API works, but the app is not built yet. Run: npm run build, and start again.\n';
const FOR_EVER = 'public, max-age=31536000, immutable';
const HASHED = /[/\\]assets[/\\]/;

/**
 * The built app. Files whose name carries a hash never change; the others are asked for each time, or an update would never
 * arrive. An address of the app (no file, asked for as a page) answers the shell; everything else unknown is a 404 in JSON.
 */
export const shellPlugin = fastifyPlugin<{ distDir: string }>(
  async (app, { distDir }) => {
    const isBuilt = existsSync(join(distDir, 'index.html'));
    if (isBuilt) {
      await app.register(staticFiles, {
        root: distDir,
        dotfiles: 'ignore',
        cacheControl: false,
        setHeaders: (reply, path) => {
          reply.header('cache-control', HASHED.test(path) ? FOR_EVER : 'no-cache');
        },
      });
    }
    app.setNotFoundHandler((request, reply) => {
      if (!isPage(request)) return answerError(new ProtocolError('not_found'), request, reply);
      if (!isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
      return reply.sendFile('index.html');
    });
  },
  { name: 'shell', dependencies: ['errors'] },
);

const isPage = ({ method, headers, url }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(?:api|socket\.io)(?:\/|$)/.test(path) &&
    // No route of the app has a dot; what has one is a file that is not there.
    !path.includes('.')
  );
};
