import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Disk } from 'flydrive';

/** A part of a file: `start` and `end` both included, as in HTTP. */
export type ByteRange = { start: number; end: number };

/**
 * Where the bytes of files lie: on disk or in S3, held to one contract suite. Keys are relative paths of `[a-z0-9./-]`.
 * What was put is there for every process once `put` resolves.
 */
export type FileStorage = {
  put(key: string, bytes: Uint8Array, mime: string): Promise<void>;
  /** The same for a file of this machine, which is never in memory as a whole. */
  putFile(key: string, path: string, mime: string): Promise<void>;
  /** @throws MissingBytesError */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Every key that is there, in no order. */
  list(): AsyncIterable<string>;
  /** Removes everything whose key begins with this folder; what is not there is no error. */
  remove(folder: string): Promise<void>;
};

/** The row is there and the bytes are not: somebody has restored one without the other. */
export class MissingBytesError extends Error {
  override name = 'MissingBytesError';
}

/** Our storage over one of flydrive's disks, which have no ranges: skipping some of at most 10 MB is cheap. */
export const createFileStorage = (disk: Disk): FileStorage => ({
  put: (key, bytes, mime) => disk.put(key, bytes, { contentType: mime, contentLength: bytes.byteLength }),
  async putFile(key, path, mime) {
    const { size } = await stat(path);
    await disk.putStream(key, createReadStream(path), { contentType: mime, contentLength: size });
  },
  async read(key, range) {
    let source: Readable;
    try {
      if (!(await disk.exists(key))) throw new MissingBytesError(key);
      source = await disk.getStream(key);
    } catch (error) {
      throw error instanceof MissingBytesError
        ? error
        : new Error('The storage cannot be read', { cause: error });
    }
    return range === undefined ? source : Readable.from(slice(source, range), { objectMode: false });
  },
  async *list() {
    let page: string | undefined;
    do {
      const { objects, paginationToken } = await disk.listAll('/', {
        recursive: true,
        ...(page === undefined ? {} : { paginationToken: page }),
      });
      for (const object of objects) if (object.isFile) yield object.key;
      page = paginationToken;
    } while (page !== undefined);
  },
  remove: (folder) => disk.deleteAll(`${folder}/`),
});

async function* slice(source: Readable, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The storage gave something that is no bytes.');
    const from = Math.max(0, start - at);
    const to = Math.min(chunk.byteLength, end + 1 - at);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.byteLength;
    if (at > end) return;
  }
}
