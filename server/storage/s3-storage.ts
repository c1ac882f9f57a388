import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type FileStorage, MissingBytesError } from './file-storage.ts';
import type { StorageAddress } from './storage-url.ts';

/**
 * The file storage in a bucket. The client itself, because flydrive's S3 driver needs a package for signed addresses that we
 * never hand out: access follows the owner of each file, and a signed address outlives it.
 */
export const createS3Storage = (address: StorageAddress): FileStorage => {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = address;
  const client = new S3Client({
    credentials: { accessKeyId, secretAccessKey },
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Older servers that speak S3 do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(Key, Body, ContentType) {
      await client.send(
        new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength }),
      );
    },
    async putFile(Key, path, ContentType) {
      const { size: ContentLength } = await stat(path);
      const Body = createReadStream(path);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength }));
    },
    async read(Key, range) {
      try {
        const part = range && { Range: `bytes=${range.start}-${range.end}` };
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...part }));
        if (!(Body instanceof Readable)) throw new TypeError('The bucket gave something that is no stream.');
        return Body;
      } catch (error) {
        if (error instanceof NoSuchKey) throw new MissingBytesError(Key, { cause: error });
        throw error;
      }
    },
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async remove(folder) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${folder}/` }));
      const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
      if (Objects.length > 0)
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    },
  };
};
