import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../protocol/index.ts';
import { escapeHtml } from '../mail/compose.ts';
import { answerError } from './errors.ts';
import { CHOSEN_BY, readFirstPages } from './first-pages.ts';
import { addZstdAssets, typeOfZstd } from './zstd-assets.ts';

const NOT_BUILT = 'The API works, but the app is not built yet. Run: npm run build, and start again.\n';
const FOR_EVER = 'public, max-age=31536000, immutable';
const HASHED = /[/\\]assets[/\\]/;

/** Pages with a screen of their own, drawn when the app was built; every other address of the app starts with the shell. */
const PAGES = new Map([
  ['/', 'index'],
  ...['/register', '/forgot-password', '/reset-password'].map((path) => [path, path.slice(1)] as const),
]);
const POLICY = 'content-security-policy';
const SHELL = 'app.html';
const ICON = 'icons/tambay.svg';
/** The address in the manifest's `share_target` (sw/share.ts). */
const SHARE = '/share';

/**
 * The built app. Files whose name carries a hash never change; the others are asked for each time, or an update would never
 * arrive. An address of the app (no file, asked for as a page) answers its page or the shell; everything else unknown is a 404 in JSON.
 */
export const shellPlugin = fastifyPlugin<{ distDir: string; signInWith: string | null }>(
  async (app, { distDir, signInWith }) => {
    const isBuilt = existsSync(join(distDir, SHELL));
    const pages = isBuilt ? await readFirstPages(distDir) : null;
    const setHeaders = (reply: FastifyReply, path: string): void => {
      reply.header('cache-control', HASHED.test(path) ? FOR_EVER : 'no-cache');
      const type = typeOfZstd(path);
      if (type !== undefined) reply.type(type);
      if (pages !== null) reply.header(POLICY, pages.policyFor(path, String(reply.getHeader(POLICY))));
    };
    const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const page = PAGES.get(pathOf(request));
      if (page === undefined || pages === null) return reply.sendFile(SHELL);
      return reply.header('vary', CHOSEN_BY).sendFile(pages.fileFor(page, request));
    };
    if (isBuilt)
      await app.register(staticFiles, {
        root: distDir,
        dotfiles: 'ignore',
        cacheControl: false,
        // What the build has compressed (vite.config.ts).
        preCompressed: true,
        setHeaders: (reply, path) => setHeaders(reply, path.replace(/\.(?:br|gz)$/, '')),
      });
    if (isBuilt) await addZstdAssets(app, distDir);
    // The app's pages hold their icon (scripts/first-screens.ts); what shows an answer of the API, or a file, asks for this one.
    if (isBuilt)
      app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) => reply.sendFile(ICON));
    if (isBuilt && signInWith === null) app.get('/', { schema: { hide: true } }, sendPage);
    if (isBuilt && signInWith !== null) {
      // The sign-in screen knows its buttons from the first paint: one that came later would move the others.
      const path = join(distDir, 'index.html');
      const page = (await readFile(path, 'utf8')).replace(
        '<html ',
        () => `<html data-sign-in-with="${escapeHtml(signInWith)}" `,
      );
      // Once, and not at each request of anyone.
      const compressed = await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      app.get('/', { schema: { hide: true } }, (request, reply) => {
        setHeaders(reply, path);
        reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding');
        if (!takesBrotli(request)) return reply.send(page);
        return reply.header('content-encoding', 'br').send(compressed);
      });
    }
    app.setNotFoundHandler((request, reply) => {
      // Without a worker, as where it was taken back or its storage was cleared, nobody takes what another app shares: the
      // app says so. An error in JSON would be all that the share sheet leads to.
      if (request.method === 'POST' && pathOf(request) === SHARE)
        return reply.redirect(`${SHARE}?notKept=true`, 303);
      if (!isPage(request)) return answerError(new ProtocolError('not_found'), request, reply);
      if (!isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
      return sendPage(request, reply);
    });
  },
  { name: 'shell', dependencies: ['errors'] },
);

const brotli = promisify(brotliCompress);
const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  negotiate(String(headers['accept-encoding'] ?? ''), ['br', 'identity']) === 'br';

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const isPage = (request: FastifyRequest): boolean => {
  const { method, headers } = request;
  const path = pathOf(request);
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(?:api|socket\.io|assets)(?:\/|$)/.test(path) &&
    // What begins with a dot is never served. Another one may be in a name: any path is a screen (specification §2).
    !path.includes('/.')
  );
};
