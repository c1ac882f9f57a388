import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive. Its bytes are read when its turn has come, and only once. */
export type ZipEntry = {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Pictures and videos do not get smaller a second time. */
  isCompressed: boolean;
};

/** A ZIP as a stream: entries may be made while the ones before them are read, and no more than a piece of one is in memory. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, bytes, isCompressed } of entries) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const chunk of bytes) {
      file.push(chunk);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
