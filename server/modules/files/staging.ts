import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where resumable uploads wait for the rest of their bytes. */
export const resumableDir = (stagingDir: string): string => join(stagingDir, 'resumable');
const plainDir = (stagingDir: string): string => join(stagingDir, 'plain');

/** Runs `work` with a stream's bytes in a file that is gone afterwards, however it ends. */
export const withStagedFile = async <T>(
  stagingDir: string,
  source: Readable,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const path = join(plainDir(stagingDir), randomUUID());
  try {
    await mkdir(plainDir(stagingDir), { recursive: true });
    await pipeline(source, createWriteStream(path));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};

/** What lies in the staging folders, for those who look after them. */
export const listStaged = async (stagingDir: string): Promise<{ path: string; modifiedAt: number }[]> => {
  const staged: { path: string; modifiedAt: number }[] = [];
  for (const dir of [plainDir(stagingDir), resumableDir(stagingDir)]) {
    const names = await readdir(dir).catch(() => []);
    for (const name of names) {
      const path = join(dir, name);
      // Gone between the two looks: an upload has ended.
      const found = await stat(path).catch(() => null);
      if (found) staged.push({ path, modifiedAt: found.mtimeMs });
    }
  }
  return staged;
};

/** Removes uploads that were not continued for so long. */
export const sweepStaging = async (stagingDir: string, olderThan: number): Promise<number> => {
  const old = (await listStaged(stagingDir)).filter(({ modifiedAt }) => modifiedAt < olderThan);
  for (const { path } of old) await rm(path, { force: true });
  return old.length;
};
