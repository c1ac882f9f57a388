import { connect } from 'node:net';

/** What came back over a plain socket: the last status line (after any `100 Continue`), headers and body as text. */
export interface RawAnswer {
  status: number | undefined;
  headers: ReadonlyMap<string, string>;
  body: string;
}

const ANSWER_LIMIT_MS = 5_000;

/** Sends bytes as they are, reads until the server closes, and takes the answer apart. No HTTP library stands between. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // A server that has refused a request may reset the connection while we are still sending: what it said counts.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve());
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
    socket.write(bytes);
  });
  return parseAnswer(Buffer.concat(chunks).toString('utf8'));
}

function parseAnswer(text: string): RawAnswer {
  const final = text.replace(/^(HTTP\/1\.1 1\d\d[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/, '');
  const end = final.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = final.slice(0, Math.max(end, 0)).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return {
    status: status === undefined ? undefined : Number(status),
    headers,
    body: end < 0 ? '' : readBody(final.slice(end + 4), headers.get('transfer-encoding') === 'chunked'),
  };
}

/** Chunks of a body put together again; the answers of these tests are ASCII, so that characters are bytes. */
function readBody(text: string, isChunked: boolean): string {
  if (!isChunked) return text;
  const size = Number.parseInt(text, 16);
  if (!(size > 0)) return '';
  const start = text.indexOf('\r\n') + 2;
  return text.slice(start, start + size) + readBody(text.slice(start + size + 2), true);
}

interface RequestParts {
  method?: string;
  target?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A request with `Host`, `Connection: close` and a fitting `Content-Length`, unless they are given. */
export function requestBytes({ method = 'GET', target = '/', headers = {}, body }: RequestParts): Buffer {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const all: Record<string, string> = {
    Host: 'localhost',
    Connection: 'close',
    ...(body === undefined || 'Transfer-Encoding' in headers
      ? {}
      : { 'Content-Length': String(content.length) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'),
    content,
  ]);
}
