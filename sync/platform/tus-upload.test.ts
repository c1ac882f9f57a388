import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { MemoryLocker, Server as TusServer } from '@tus/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, RESUMABLE_PATH } from '../../protocol/index.ts';
import type { FileRequest } from './ports.ts';
import { createTusSender } from './tus-sender.ts';

// Node is given another build than browsers, which takes no Blob.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.esm/browser/index.js'));

const FILE = new Blob([new Uint8Array(1_500_000).map((_, at) => at % 251)]);

/** What stands in front of the server: answers by itself, or lets a request through. */
type Gate = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

let directory: string;
let baseUrl: string;
let close: () => Promise<void>;
/** How many bytes of files have come in, and every request. */
let received: number;
let requests: string[];
let gate: Gate;
let store: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tambay-tus-'));
  [received, requests, gate] = [0, [], () => true];
  store = new FileStore({ directory });
  const tus = new TusServer({
    path: RESUMABLE_PATH,
    datastore: store,
    locker: new MemoryLocker({ acquireLockTimeout: 200 }),
    relativeLocation: true,
    namingFunction: (_request, metadata) => metadata?.['id'] ?? 'unnamed',
  });
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.headers['upload-offset'] ?? ''}`.trim());
    // A listener would take the body away from the server.
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      received += piece?.length ?? 0;
      return push(piece);
    };
    if (!(await gate(request, response))) return;
    await tus.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  baseUrl = `http://127.0.0.1:${address.port}`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});

const requestFor = (fileId: string, more: Partial<FileRequest> = {}): FileRequest => ({
  fileId,
  bytes: FILE,
  isBegun: false,
  metadata: { id: fileId },
  headers: {},
  isTurnOver: () => false,
  onProgress: () => undefined,
  onKept: () => undefined,
  signal: new AbortController().signal,
  ...more,
});
const stored = async (fileId: string): Promise<number> => (await store.getUpload(fileId)).offset;
const cutAfterFirstPiece = (request: IncomingMessage): void => {
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null) => {
    setImmediate(() => request.socket.destroy());
    return push(piece);
  };
};
const answerWith = (status: number, body: string): Gate => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    return false;
  };
};

describe('the sender of files', () => {
  it('[UL8] sends a file in chunks, and says after each how much the server has', async () => {
    const id = newId();
    const kept: number[] = [];
    const answer = await createTusSender({ baseUrl }).send(
      requestFor(id, { onKept: (bytes) => kept.push(bytes) }),
    );
    expect(answer).toMatchObject({ status: 204 });
    expect(received).toBe(FILE.size);
    const offsets = requests.filter((line) => line.startsWith('PATCH')).map((line) => Number(line.slice(6)));
    expect(offsets.slice(0, 2)).toEqual([0, 131_072]);
    expect(kept).toEqual([...offsets.slice(1), FILE.size]);
  });

  it('[UL8] stops after a chunk when its turn is over, and the next sender goes on there: no byte goes twice', async () => {
    const id = newId();
    expect(await createTusSender({ baseUrl }).send(requestFor(id, { isTurnOver: () => true }))).toBeNull();
    const first = received;
    expect(first).toBeLessThan(FILE.size);
    expect(await stored(id)).toBe(first);
    const answer = await createTusSender({ baseUrl }).send(requestFor(id, { isBegun: true }));
    expect(answer).toMatchObject({ status: 204 });
    expect(received).toBe(FILE.size);
  });

  it('[UL8] loses at most the chunk that was under way when the connection broke', async () => {
    const id = newId();
    const sender = createTusSender({ baseUrl });
    let chunks = 0;
    gate = (request) => {
      if (request.method === 'PATCH') {
        chunks += 1;
        if (chunks === 2) cutAfterFirstPiece(request);
      }
      return true;
    };
    await expect(sender.send(requestFor(id))).rejects.toThrow();
    const kept = await stored(id);
    expect(kept).toBeGreaterThanOrEqual(131_072);
    const lost = received - kept;
    expect(await sender.send(requestFor(id, { isBegun: true }))).toMatchObject({ status: 204 });
    expect(received).toBe(FILE.size + lost);
    expect(lost).toBeLessThan(262_144);
  });

  it('takes the page of a captive portal for no answer', async () => {
    const id = newId();
    gate = answerWith(200, '<h1>Welcome! Tap to connect.</h1>');
    const sender = createTusSender({ baseUrl });
    for (const isBegun of [false, true])
      await expect(sender.send(requestFor(id, { isBegun }))).rejects.toThrow();
    expect(received).toBe(0);
  });

  it('[UL9] hands on that another request holds the file, or has brought more of it', async () => {
    const id = newId();
    const sender = createTusSender({ baseUrl });
    await sender.send(requestFor(id, { isTurnOver: () => true }));
    gate = (request, response) =>
      request.method !== 'HEAD' || answerWith(423, '{"status":423}')(request, response);
    expect(await sender.send(requestFor(id, { isBegun: true }))).toMatchObject({ status: 423 });
    // Between the answer to HEAD and the chunk another sender has sent one.
    const before = await stored(id);
    gate = async (request) => {
      if (request.method !== 'PATCH') return true;
      gate = () => true;
      await createTusSender({ baseUrl }).send(
        requestFor(id, { isBegun: true, isTurnOver: () => true, bytes: FILE }),
      );
      return true;
    };
    expect(await sender.send(requestFor(id, { isBegun: true }))).toMatchObject({ status: 409 });
    expect(await stored(id)).toBe(before + 131_072);
  });

  it('begins a file anew only where the server says that it has nothing of it', async () => {
    const id = newId();
    const sender = createTusSender({ baseUrl });
    await sender.send(requestFor(id, { isTurnOver: () => true }));
    const before = await stored(id);
    for (const status of [401, 403, 429]) {
      gate = (request, response) => request.method !== 'HEAD' || answerWith(status, '')(request, response);
      expect(await sender.send(requestFor(id, { isBegun: true }))).toMatchObject({ status });
    }
    expect(await stored(id)).toBe(before);
    gate = () => true;
    const other = newId();
    expect(await sender.send(requestFor(other, { isBegun: true }))).toMatchObject({ status: 204 });
    expect(await stored(other)).toBe(FILE.size);
  });

  it('ends at once when it is told to', async () => {
    const abort = new AbortController();
    const sending = createTusSender({ baseUrl }).send(
      requestFor(newId(), { onKept: () => abort.abort(new Error('Enough')), signal: abort.signal }),
    );
    await expect(sending).rejects.toThrow('Enough');
    expect(received).toBeLessThan(FILE.size);
  });
});
