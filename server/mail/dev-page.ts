import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../protocol/index.ts';

/** Where the page is, behind Vite's proxy too. */
export const DEV_MAIL_PATH = '/api/dev/mail';
const FILE = /^[0-9TZ-]+-[0-9a-f]{8}\.(?:html|eml)$/;
/** The letters style themselves inline, and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups";
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Lists the mail that was written to files, for `npm run dev` alone: whoever reads it can set anybody's password. So it
 * answers only this machine, and only to a name of this machine.
 */
export const devMailPlugin = fastifyPlugin<{ folder: string }>(
  async (app, { folder }) => {
    const assertLocal = (ip: string, host: string): void => {
      const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
      if (!isLocal || !LOCAL.test(host)) throw new ProtocolError('not_found');
    };
    app.get(DEV_MAIL_PATH, async (request, reply) => {
      assertLocal(request.ip, request.host);
      const names = (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
      const letters = names
        .filter((name) => name.endsWith('.html'))
        .toSorted()
        .toReversed();
      const rows = await Promise.all(
        letters.map(async (name) => {
          const subject =
            /<title>(.*?)<\/title>/.exec(await readFile(join(folder, name), 'utf8'))?.[1] ?? name;
          const [day, time] = [name.slice(0, 10), name.slice(11, 19).replaceAll('-', ':')];
          const original = name.replace(/html$/, 'eml');
          return `<li><a href="${DEV_MAIL_PATH}/${name}">${subject}</a> – ${day} ${time} UTC (<a href="${DEV_MAIL_PATH}/${original}">source</a>)</li>`;
        }),
      );
      const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet.</p>';
      const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail of this server</title><body style="font:16px/1.6 system-ui;max-width:720px;margin:40px auto;padding:0 20px"><h1>Mail of this server</h1>${list}</body></html>`;
      return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);
    });
    app.get<{ Params: { name: string } }>(`${DEV_MAIL_PATH}/:name`, async (request, reply) => {
      assertLocal(request.ip, request.host);
      const { name } = request.params;
      const content = FILE.test(name) ? await readFile(join(folder, name)).catch(() => null) : null;
      if (!content) throw new ProtocolError('not_found');
      const type = name.endsWith('.eml') ? 'text/plain' : 'text/html';
      return reply.header('content-security-policy', POLICY).type(`${type}; charset=utf-8`).send(content);
    });
  },
  { name: 'dev-mail' },
);
