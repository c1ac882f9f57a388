import type { Engine } from '../../../sync/index.ts';
import { openMediaCache } from '../../app/device-storage.ts';

/** A file of the device's copy; its bytes are asked for when its turn has come. */
export type CopiedFile = { readonly name: string; readonly bytes: Blob };

/** `/api/v1/files/<id>`, with the width for a smaller copy. */
const FILE = /^\/api\/v1\/files\/([0-9a-f-]{36})$/;
/** Of a picture that is held in several sizes only the largest goes along; without a width it is whole. */
const widthOf = (url: URL): number => Number(url.searchParams.get('w') ?? Number.POSITIVE_INFINITY);

const nameOf = (id: string, { type }: Blob): string =>
  `media/${id}.${/^\w+\/([a-z0-9]{1,8})\b/.exec(type)?.[1] ?? 'bin'}`;

/** Pictures and files whose bytes are on this device: own ones, sent or waiting, and those of others that were looked at. */
export async function* readDeviceMedia(
  engine: Pick<Engine, 'db' | 'files' | 'userId'>,
): AsyncGenerator<CopiedFile> {
  const own = new Set<string>();
  for (const id of await engine.db.uploads.toCollection().primaryKeys()) {
    const bytes = await engine.files.read(id);
    if (bytes === null) continue;
    own.add(id);
    yield { name: nameOf(id, bytes), bytes };
  }
  const cache = await openMediaCache(engine.userId);
  const largest = new Map<string, Request>();
  for (const request of (await cache?.keys()) ?? []) {
    const url = new URL(request.url);
    const id = FILE.exec(url.pathname)?.[1];
    const known = id === undefined ? undefined : largest.get(id);
    if (id === undefined || own.has(id) || (known && widthOf(new URL(known.url)) >= widthOf(url))) continue;
    largest.set(id, request);
  }
  for (const [id, request] of largest) {
    const bytes = await (await cache?.match(request))?.blob();
    if (bytes) yield { name: nameOf(id, bytes), bytes };
  }
}
