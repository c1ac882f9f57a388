import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyPlugin from 'fastify-plugin';
import { ProtocolError } from '../../protocol/index.ts';
import { escapeHtml } from './compose.ts';

/** Where the page is, behind Vite's proxy too. */
export const DEV_MAIL_PATH = '/api/dev/mail';
const FILE = /^[0-9TZ-]+-[0-9a-f]{8}\.(?:html|eml)$/;
/** The letters style themselves inline, and run nothing. What they link to is the app, which needs its scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Lists the mail that was written to files, for `npm run dev` alone: a reader of it can set the password of any account. So it
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
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.html'));
      const newestFirst = names.filter((name) => FILE.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
      const rows = await Promise.all(newestFirst.map((name) => rowOf(folder, name)));
      const page = pageOf(rows);
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

/** One line of the list: whom it went to, what it is about, and when. */
const rowOf = async (folder: string, name: string): Promise<string> => {
  const original = name.replace(/html$/, 'eml');
  const letter = await readFile(join(folder, name), 'utf8');
  const headers = await readFile(join(folder, original), 'utf8').catch(() => '');
  // Escaped where the letter is written.
  const subject = /<title>([^<]*)<\/title>/.exec(letter)?.[1] ?? name;
  const to = escapeHtml(/^To: (.+)$/m.exec(headers)?.[1]?.trim() ?? '');
  const at = `${name.slice(0, 10)} ${name.slice(11, 19).replaceAll('-', ':')} UTC`;
  return `<li><a href="${DEV_MAIL_PATH}/${name}"><strong>${subject}</strong><span>${to}</span><small>${at}</small></a><a href="${DEV_MAIL_PATH}/${original}">Source</a></li>`;
};

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui; max-width: 680px; margin: 32px auto; padding: 0 16px }
h1 { font-size: 22px }
ul { list-style: none; padding: 0 }
li { display: flex; align-items: center; gap: 16px; border-block-end: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
li a { color: inherit; padding-block: 12px }
li a:first-child { flex: 1; min-width: 0; display: grid; text-decoration: none; overflow-wrap: anywhere }
span, small { opacity: .7 }`;

const pageOf = (rows: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of this server</title><style>${STYLE}</style></head><body><h1>Mail of this server</h1>${
    rows.length > 0
      ? `<ul>${rows.join('')}</ul>`
      : '<p>No mail yet. Ask for a new password, and reload this page.</p>'
  }</body></html>`;
