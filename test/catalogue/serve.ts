import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

// The policy of the real server: what a component breaks here it would break there.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Builds the catalogue; a second or two. */
export async function buildCatalogue(): Promise<void> {
  await build({ configFile: at('./vite.config.ts'), logLevel: 'error' });
}

/** Serves what `buildCatalogue` made, under the strict policy. */
export async function serveCatalogue(port: number): Promise<{ origin: string; close: () => Promise<void> }> {
  const dist = at('../../.cache/catalogue');
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // Browsers ask for one by themselves.
    if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const path = normalize(pathname === '/' ? '/index.html' : pathname);
    readFile(join(dist, path)).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': policy,
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://127.0.0.1:${actual}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
