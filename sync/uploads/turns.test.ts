import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { errorKinds } from '../../protocol/index.ts';
import type { FileRequest, FileSender, HttpAnswer } from '../platform/ports.ts';
import { createFakeLocks } from '../testing/fake-locks.ts';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { createVirtualTime, drain } from '../testing/virtual-time.ts';
import { addFiles, ownerOf } from './file-owners.ts';
import { putFile } from './file-store.ts';
import { countSendable } from './queue-files.ts';
import type { UploadRow } from './upload-row.ts';
import { createUploader, type UploaderOptions } from './uploader.ts';

const SIZE = 60;

const rowOf = (id: string, more: Partial<UploadRow> = {}): UploadRow => ({
  ...{ id, kind: 'video', name: id, mime: 'video/webm', size: SIZE, width: null, height: null },
  ...{ blurhash: null, sha256: null, posterOf: null, posterId: null, state: 'queued', isBegun: false },
  ...{ isWifiOnly: false, attempts: 0, notBefore: 0, error: null, hasBytes: true },
  ...{ createdAt: Number(id), doneAt: null },
  ...more,
});

/** A server to which a byte takes a second, and the senders of one device. */
const setUp = async (...rows: UploadRow[]) => {
  const time = createVirtualTime();
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const locks = createFakeLocks();
  for (const row of rows)
    await putFile(storage, row, new Blob(['a'.repeat(SIZE)]), (tx) =>
      addFiles(tx, ownerOf('message', row.id), [row.id]),
    );
  const kept = new Map<string, number>();
  const sent: string[] = [];
  /** What the server says instead of taking the next chunk. */
  const refusals: HttpAnswer[] = [];
  let isFree = true;
  const network = { isFree: () => isFree, changes: NEVER };

  const open = (name: string, more: Partial<UploaderOptions> = {}) => {
    const agent = {};
    let isFrozen = false;
    const second = (): Promise<void> => new Promise((resolve) => void time.schedule(resolve, 1_000));
    const sender: FileSender = {
      digest: async () => null,
      async send({ fileId, isTurnOver, onKept, signal }: FileRequest) {
        for (;;) {
          const before = kept.get(fileId) ?? 0;
          onKept(before);
          if (before === SIZE) return { status: 200, json: {}, retryAfterMs: undefined };
          await second();
          while (isFrozen) await second();
          signal.throwIfAborted();
          const refusal = refusals.shift();
          if (refusal) return refusal;
          if (kept.get(fileId) !== undefined && kept.get(fileId) !== before) throw new Error('Sent twice');
          kept.set(fileId, before + 1);
          sent.push(name);
          if (before + 1 < SIZE && isTurnOver()) return null;
        }
      },
    };
    const uploader = createUploader({
      ...{ storage, sender, network, clock: time, ids: { newId: () => 'id', random: () => 0.5 } },
      ...{ locks: locks.forAgent(agent), userId: 'ana', token: () => 'token', waitsForFlush: false },
      ...{ isReachable: () => true, onSettled: () => undefined, onPause: () => undefined },
      ...{
        onProgress: () => undefined,
        onInterrupt: () => undefined,
        onError: (error) => expect(error).toBeUndefined(),
        ...more,
      },
    });
    return {
      uploader,
      kill: () => locks.kill(agent),
      setFrozen: (next: boolean) => {
        isFrozen = next;
      },
    };
  };
  return {
    ...{ time, storage, kept, sent, refusals, network, open },
    setFree: (next: boolean) => {
      isFree = next;
    },
    stateOf: (id: string) => disk.stores.uploads.get(id)?.state,
  };
};

const runsOf = (sent: readonly string[]): string[] => sent.filter((name, at) => name !== sent[at - 1]);

it('[UL9] a page and the worker take turns over a long file, and send each byte once', async () => {
  const { time, sent, stateOf, open } = await setUp(rowOf('1'));
  const [page, worker] = [open('page'), open('worker')];
  page.uploader.request();
  await drain();
  worker.uploader.request();
  await time.advance(70_000);
  expect(stateOf('1')).toBe('done');
  expect(sent).toHaveLength(SIZE);
  expect(runsOf(sent)).toEqual(['page', 'worker', 'page']);
});

it('[UL9] the worker goes on at once when the page that was sending dies', async () => {
  const { time, sent, stateOf, open } = await setUp(rowOf('1'));
  const [page, worker] = [open('page'), open('worker')];
  page.uploader.request();
  await drain();
  worker.uploader.request();
  await time.advance(5_500);
  page.setFrozen(true);
  page.kill();
  await time.advance(60_000);
  expect(stateOf('1')).toBe('done');
  expect(sent).toHaveLength(SIZE);
});

it('[UL9] a frozen page keeps the worker waiting for a minute, and sends nothing any more when it wakes up', async () => {
  const { time, sent, stateOf, open } = await setUp(rowOf('1'));
  const [page, worker] = [open('page'), open('worker')];
  page.uploader.request();
  await time.advance(5_500);
  page.setFrozen(true);
  worker.uploader.request();
  await time.advance(59_000);
  expect(sent).toHaveLength(5);
  await time.advance(10_000);
  page.setFrozen(false);
  await time.advance(120_000);
  expect(stateOf('1')).toBe('done');
  expect(sent).toHaveLength(SIZE);
});

it.each([
  [423, 'validation'],
  [409, 'conflict'],
] as const)(
  '[UL9] a %i says that another request is ahead: the file is asked about again, not given back',
  async (status, code) => {
    const { time, refusals, stateOf, open } = await setUp(rowOf('1'));
    const { message } = errorKinds[code];
    refusals.push({ status, json: { status, code, message, requestId: 'none' }, retryAfterMs: undefined });
    open('page').uploader.request();
    await time.advance(70_000);
    expect(stateOf('1')).toBe('done');
  },
);

it('[UL9] what another sender has finished stays so, whatever a late answer says', async () => {
  const { time, storage, refusals, stateOf, open } = await setUp(rowOf('1'));
  const { status, message } = errorKinds.not_found;
  refusals.push({
    status,
    json: { status, code: 'not_found', message, requestId: 'none' },
    retryAfterMs: undefined,
  });
  open('page').uploader.request();
  await drain();
  await storage.write(['uploads'], (tx) => tx.put('uploads', [rowOf('1', { state: 'done', doneAt: 1 })]));
  await time.advance(5_000);
  expect(stateOf('1')).toBe('done');
});

it.each(['paused', 'gone'] as const)('[UL4] what a page has %s stops in the worker, too', async (what) => {
  const { time, storage, kept, stateOf, open } = await setUp(rowOf('1'), rowOf('2'));
  const { uploader } = open('worker');
  const page = open('page', { onInterrupt: () => uploader.review() });
  uploader.request();
  await time.advance(5_500);
  await storage.write(['uploads'], (tx) =>
    what === 'gone' ? tx.delete('uploads', ['1']) : tx.put('uploads', [rowOf('1', { state: 'paused' })]),
  );
  page.uploader.interrupt('1');
  await time.advance(70_000);
  expect(kept.get('1')).toBe(5);
  expect(stateOf('1')).toBe(what === 'gone' ? undefined : 'paused');
  expect(stateOf('2')).toBe('done');
});

it('[UL10] a flush sends file after file, and ends with the chunk that is under way when its time is up', async () => {
  const { time, storage, network, kept, sent, stateOf, open } = await setUp(rowOf('1'), rowOf('2'));
  const { uploader } = open('worker', { waitsForFlush: true });
  uploader.request(true);
  await time.advance(5_000);
  expect(sent).toEqual([]);
  const until = new AbortController();
  let isOver = false;
  const flushed = uploader.finish(until.signal).then(() => {
    isOver = true;
  });
  await time.advance(90_500);
  expect([stateOf('1'), stateOf('2'), kept.get('2')]).toEqual(['done', 'sending', 30]);
  until.abort();
  expect(isOver).toBe(false);
  await time.advance(500);
  await flushed;
  expect(kept.get('2')).toBe(31);
  expect(await countSendable(storage, network)).toBe(1);
});

it('[UL10] a flush waits for the next attempt where the link carries something, and is over where it carries nothing', async () => {
  const { time, refusals, kept, stateOf, open } = await setUp(rowOf('1'));
  const stumble = () => refusals.push({ status: 503, json: undefined, retryAfterMs: undefined });
  const never = new AbortController().signal;
  const { uploader } = open('worker');
  let isOver = false;
  stumble();
  void uploader.finish(never).then(() => {
    isOver = true;
  });
  await time.advance(1_200);
  expect([isOver, kept.get('1')]).toEqual([true, undefined]);
  kept.set('1', 10);
  isOver = false;
  void uploader.finish(never).then(() => {
    isOver = true;
  });
  await time.advance(5_500);
  stumble();
  await time.advance(60_000);
  expect([isOver, stateOf('1')]).toEqual([true, 'done']);
});

it('[UL11] a file that waits for Wi-Fi stays where bytes cost money, and is not counted as left', async () => {
  const { time, storage, network, setFree, stateOf, open } = await setUp(rowOf('1', { isWifiOnly: true }));
  setFree(false);
  const { uploader } = open('worker');
  await uploader.finish(new AbortController().signal);
  expect(stateOf('1')).toBe('queued');
  expect(await countSendable(storage, network)).toBe(0);
  setFree(true);
  expect(await countSendable(storage, network)).toBe(1);
  void uploader.finish(new AbortController().signal);
  await time.advance(70_000);
  expect(stateOf('1')).toBe('done');
});
