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
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseStorageUrl(storageUrl);
  return createFileStorage(
    new Disk(
      new S3Driver({
        credentials: { accessKeyId, secretAccessKey },
        region,
        bucket,
        ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
        visibility: 'private',
        supportsACL: false,
        // Older servers that speak S3 do not know the newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    ),
  );
};
