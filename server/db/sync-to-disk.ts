import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Waits until a file's bytes, or a folder's names, are on the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until everything in a folder is on the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  // All at once, so that the file system's journal writes them together.
  await Promise.all(
    entries.map(async (entry) => {
      await using handle = await open(join(entry.parentPath, entry.name), 'r');
      await handle.sync();
    }),
  );
  syncPath(folder);
}
