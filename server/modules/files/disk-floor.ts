import { statfs } from 'node:fs/promises';
import { ProtocolError } from '../../../protocol/index.ts';

/** What stays free for the database, which stops for everybody when the disk is full. */
export const DISK_FLOOR_BYTES = 256 * 1_024 * 1_024;
const RETRY_MS = 60_000;

/** How many bytes a folder's disk has free. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Uploads end before the disk does (docs/threat-model.md T11). It is the installation's fault and no member's: the sender keeps the bytes
 * and comes back.
 * @throws ProtocolError `unavailable`
 */
export const assertDiskRoom = async (folder: string, freeBytes: FreeBytes): Promise<void> => {
  if ((await freeBytes(folder)) < DISK_FLOOR_BYTES)
    throw new ProtocolError('unavailable', { retryAfterMs: RETRY_MS });
};
