import { afterEach, expect, it, vi } from 'vitest';
import { openShareStore, withDevice } from '../sync/index.ts';
import { keepShared } from './share.ts';

const SHARE = 'https://tambay.example/share';

const share = async (text: string, files: readonly string[] = []): Promise<string | null> => {
  const form = new FormData();
  form.set('text', text);
  for (const name of files) form.append('files', new File(['x'], name, { type: 'image/png' }));
  const answer = await keepShared(new Request(SHARE, { method: 'POST', body: form }), SHARE);
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
};

const readFor = async (userId: string) => {
  const store = openShareStore();
  const item = await store.read(userId).finally(() => store.close());
  return item && [item.text, item.files.length, item.hasLostFiles];
};

it('counts a file without bytes among what was left out', async () => {
  const shareFiles = async (...sizes: number[]) => {
    const form = new FormData();
    form.set('text', 'Tingnan mo');
    for (const size of sizes) form.append('files', new File([new Uint8Array(size)], `${size}.txt`));
    await keepShared(new Request(SHARE, { method: 'POST', body: form }), SHARE);
    const store = openShareStore();
    const item = await store.read('ana').finally(() => store.close());
    return [item?.files.length, item?.isCut];
  };
  expect(await shareFiles(3, 0)).toEqual([1, true]);
  expect(await shareFiles(3)).toEqual([1, false]);
  expect(await shareFiles()).toEqual([0, false]);
});

const hasFiles = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  'files' in row &&
  Array.isArray(row.files) &&
  row.files.length > 0;

/** The disk takes no more of what this says. */
const fillDisk = (isTooMuch: (row: unknown) => boolean): void => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
    if (isTooMuch(row)) throw new DOMException('Full', 'QuotaExceededError');
    return put.call(this, row);
  });
};

afterEach(() => vi.restoreAllMocks());

it('keeps the words of what another app shares when its files do not fit, and says so', async () => {
  fillDisk(hasFiles);
  expect(await share('Tingnan mo', ['dagat.png'])).toBe(SHARE);
  expect(await readFor('ana')).toEqual(['Tingnan mo', 0, true]);
});

it('leads to the screen that says it when nothing could be kept, and keeps what waited before', async () => {
  await share('Kanina');
  fillDisk(hasFiles);
  expect(await share('', ['dagat.png'])).toBe(`${SHARE}?notKept=true`);
  expect(await readFor('ana')).toEqual(['Kanina', 0, false]);
  vi.restoreAllMocks();
  fillDisk(() => true);
  expect(await share('Ngayon', ['dagat.png'])).toBe(`${SHARE}?notKept=true`);
});

it('says once what title, text and link repeat of each other', async () => {
  const link = 'https://dagat.example/1';
  for (const [title, text, url, kept] of [
    ['Dagat', `Tingnan mo ${link}`, link, `Dagat\nTingnan mo ${link}`],
    ['Dagat', 'Dagat ngayon', link, `Dagat ngayon\n${link}`],
    [link, link, link, link],
  ] as const) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title, text, url })) form.set(name, value);
    await keepShared(new Request(SHARE, { method: 'POST', body: form }), SHARE);
    expect(await readFor('ana')).toEqual([kept, 0, false]);
  }
});

it('leads there also when nothing was handed over, which takes the place of nothing', async () => {
  await share('Kanina');
  expect(await share('  ')).toBe(`${SHARE}?notKept=true`);
  expect(await readFor('ana')).toEqual(['Kanina', 0, false]);
});

it('leads there also when what was handed over cannot be read', async () => {
  const broken = new Request(SHARE, { method: 'POST', body: 'no form' });
  const answer = await keepShared(broken, SHARE);
  expect(answer.headers.get('location')).toBe(`${SHARE}?notKept=true`);
});

it('is for the member who was signed in, and else for the first who looks', async () => {
  await withDevice((device) => device.rememberSignIn('ana', 'token', 0));
  await share('Kay Ana');
  expect([await readFor('ben'), await readFor('ana')]).toEqual([null, ['Kay Ana', 0, false]]);
  await withDevice((device) => device.forgetSignIn());
  await share('Kahit kanino');
  expect([await readFor('ben'), await readFor('ana')]).toEqual([['Kahit kanino', 0, false], null]);
});
