import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnsafeAddress } from '../../outbound/public-address.ts';
import { fetchPublic, NoPreview, type PreviewPorts } from './fetch-public.ts';
import { type PageFacts, readPage } from './read-page.ts';

const PAGE_BYTES_MAX = 1_048_576;
const PICTURE_BYTES_MAX = 5_242_880;
const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const PICTURE_TYPE = /^image\/(?!svg)/;

/** Nothing is to be had here, however often one asks: no page, an address inside, too large, or no title. */
export const isForGood = (error: unknown): boolean =>
  error instanceof NoPreview || error instanceof UnsafeAddress;

/** @throws NoPreview, UnsafeAddress for good; anything else may be otherwise later */
export const fetchPage = async (
  ports: PreviewPorts,
  address: string,
  signal: AbortSignal,
): Promise<PageFacts> => {
  const { value } = await fetchPublic(ports, address, {
    accept: 'text/html,application/xhtml+xml',
    isWanted: (mime) => PAGE_TYPES.has(mime),
    // What matters stands in its head, at the beginning.
    ...{ bytesMax: PAGE_BYTES_MAX, isWhole: false, signal },
    read: async (body, url) => readPage({ ...body, chunks: inTurns(body.chunks) }, url),
  });
  if (value === null) throw new NoPreview('No title');
  return value;
};

/** The bytes of a picture that a page names, not looked at yet. @throws as `fetchPage` */
export const fetchPicture = async (
  ports: PreviewPorts,
  address: string,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const { value } = await fetchPublic(ports, address, {
    accept: 'image/webp,image/avif,image/jpeg,image/png,image/gif',
    isWanted: (mime) => PICTURE_TYPE.test(mime),
    ...{ bytesMax: PICTURE_BYTES_MAX, isWhole: true, signal },
    read: async ({ chunks }) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return new Uint8Array(Buffer.concat(parts));
    },
  });
  return value;
};

/** Other requests are served between two parts of a page. */
async function* inTurns(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await nextTurn();
  }
}
