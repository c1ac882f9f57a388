import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { type FileStorage, MissingBytesError } from './file-storage.ts';
import { openFileStorage } from './open-storage.ts';

let folder: string;
let s3: { close(): Promise<void> };
let s3Port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tambay-storage-'));
  // It brings no types of its own.
  const { default: S3rver } = await import('s3rver' as string);
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'tambay-files', configs: [] }],
  });
  s3Port = (await server.run()).port;
  s3 = server;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const storages: Record<string, () => Promise<FileStorage>> = {
  'a disk': () => openFileStorage(parseConfig({ DATA_DIR: folder })),
  S3: () =>
    openFileStorage(
      parseConfig({
        DATA_DIR: folder,
        STORAGE_URL: `s3://S3RVER:S3RVER@127.0.0.1:${s3Port}/tambay-files?insecure`,
      }),
    ),
};

describe.each(Object.entries(storages))('the file storage on %s', (_name, open) => {
  const bytes = Buffer.from('0123456789'.repeat(20_000));
  const read = async (storage: FileStorage, key: string, range?: { start: number; end: number }) =>
    buffer(await storage.read(key, range));

  it('gives back what was put, whole and in parts', async () => {
    const storage = await open();
    await storage.put('ab/one/whole', bytes, 'image/webp');
    expect((await read(storage, 'ab/one/whole')).equals(bytes)).toBe(true);
    expect((await read(storage, 'ab/one/whole', { start: 3, end: 5 })).toString()).toBe('345');
    expect((await read(storage, 'ab/one/whole', { start: 199_998, end: 199_999 })).toString()).toBe('89');
  });

  it('takes a file of this machine', async () => {
    const storage = await open();
    const path = join(folder, 'to-put');
    await writeFile(path, bytes);
    await storage.putFile('gh/four/whole', path, 'application/zip');
    expect((await read(storage, 'gh/four/whole')).equals(bytes)).toBe(true);
  });

  it('removes a folder and nothing beside it, and what is not there twice', async () => {
    const storage = await open();
    await storage.put('cd/two/whole', bytes, 'image/webp');
    await storage.put('cd/two/320.webp', bytes, 'image/webp');
    await storage.put('cd/twofold/whole', bytes, 'image/webp');
    await storage.remove('cd/two');
    await storage.remove('cd/two');
    await expect(storage.read('cd/two/whole')).rejects.toThrow(MissingBytesError);
    await expect(storage.read('cd/two/320.webp')).rejects.toThrow(MissingBytesError);
    expect((await read(storage, 'cd/twofold/whole')).equals(bytes)).toBe(true);
  });

  it('lists every key', async () => {
    const storage = await open();
    await storage.put('ij/five/whole', bytes, 'image/webp');
    await storage.put('ij/five/320.webp', bytes, 'image/webp');
    const keys = (await Array.fromAsync(storage.list())).filter((key) => key.startsWith('ij/'));
    expect(keys.sort()).toEqual(['ij/five/320.webp', 'ij/five/whole']);
  });

  it('says that bytes are missing, and keeps the newest of two', async () => {
    const storage = await open();
    await expect(storage.read('ef/none/whole')).rejects.toThrow(MissingBytesError);
    await storage.put('ef/three/whole', bytes, 'image/webp');
    await storage.put('ef/three/whole', Buffer.from('new'), 'image/webp');
    expect((await read(storage, 'ef/three/whole')).toString()).toBe('new');
  });
});
