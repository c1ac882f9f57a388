import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';
import { createFileStorage, type FileStorage } from './file-storage.ts';
import { parseStorageUrl } from './storage-url.ts';

/** Opens the file storage that the configuration names. S3's client is large and is loaded only for it. */
export const openFileStorage = async ({ dataDir, storageUrl }: Config): Promise<FileStorage> => {
  if (storageUrl === undefined) {
    return createFileStorage(
      new Disk(new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' })),
    );
  }
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(parseStorageUrl(storageUrl));
};
