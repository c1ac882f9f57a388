import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable, Writable } from 'node:stream';

/** What a bad network does to one request. */
export type Fault =
  /** The server gets the request and answers; the answer is lost. Whether it acted, the browser cannot know. */
  | { kind: 'swallow' }
  /** The connection breaks before the server learns of it. */
  | { kind: 'refuse' }
  /** Neither an answer nor an end; the server receives nothing. */
  | { kind: 'halfOpen' }
  /** The body breaks off on its way up. */
  | { kind: 'cutRequest'; afterBytes: number }
  /** The answer breaks off on its way down. */
  | { kind: 'cutAnswer'; afterBytes: number }
  /** The request arrives twice; the second answer comes back. */
  | { kind: 'duplicate' }
  | { kind: 'delay'; ms: number }
  /** The answer trickles. */
  | { kind: 'throttle'; bytesPerSecond: number }
  /** The body climbs at this rate, as over the radio of a phone; what is under way when the connection breaks is lost. */
  | { kind: 'slowRequest'; bytesPerSecond: number }
  /** The answer has more at its end: a script that has changed, as in a new release. */
  | { kind: 'append'; text: string }
  /** The sign-in page of a hotel's network: HTML with status 200, whatever was asked for. */
  | { kind: 'portal' }
  /** Somebody between us and the server answers, without our error body. */
  | { kind: 'status'; status: 401 | 403 | 429 | 502 | 503; retryAfterSeconds?: number };

export const PORTAL_PAGE = '<!doctype html><title>Free Wi-Fi</title><h1>Welcome! Tap to connect.</h1>';

const PIECES_PER_SECOND = 10;

/** Plays the faults that need no server behind; tells whether it did. A web socket's upgrade has no `response`. */
export function answerInstead(fault: Fault, socket: Duplex, response?: ServerResponse): boolean {
  switch (fault.kind) {
    case 'refuse':
      socket.destroy();
      return true;
    case 'halfOpen':
      // Read and forget, so that the other side can write all it wants.
      socket.resume();
      return true;
    case 'portal':
      answer(200, { 'content-type': 'text/html; charset=utf-8' }, PORTAL_PAGE, socket, response);
      return true;
    case 'status': {
      const { status, retryAfterSeconds } = fault;
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      answer(status, { 'content-type': 'text/html', ...headers }, '<h1>Sorry</h1>', socket, response);
      return true;
    }
    default:
      return false;
  }
}

/**
 * Passes a body on in small pieces, each as late as the rate has it.
 * @param onPassed told of each piece that came through
 */
export async function pumpSlowly(
  from: Readable,
  to: Writable,
  bytesPerSecond: number,
  wait: (ms: number) => Promise<unknown>,
  onPassed: (bytes: number) => void = () => undefined,
): Promise<void> {
  const pieceBytes = Math.max(1, Math.floor(bytesPerSecond / PIECES_PER_SECOND));
  for await (const chunk of from) {
    const bytes = Buffer.from(chunk);
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes);
      await wait((piece.length / bytesPerSecond) * 1_000);
      // A stream that was read to its end is destroyed, too.
      if (to.destroyed || (from.destroyed && !from.readableEnded)) return;
      to.write(piece);
      onPassed(piece.length);
    }
  }
  to.end();
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function answer(
  status: number,
  headers: Record<string, string>,
  body: string,
  socket: Duplex,
  response?: ServerResponse,
): void {
  if (response) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  socket.end(
    `HTTP/1.1 ${status} Sorry\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\nconnection: close\r\n\r\n${body}`,
  );
}
