import { registerRoute } from 'workbox-routing';
import { isForeign } from './foreign.ts';
import {
  copyMedia,
  KEPT_CACHE,
  keepRecent,
  MEDIA_CACHE,
  noteUse,
  openMediaCaches,
  removeIfLeft,
} from './media-cache.ts';
import { worker } from './scope.ts';

const FILE_PATH = /^\/api\/v1\/files\/[0-9a-f-]{36}$/;

/** Says that a page fetches a file to keep it: `1` under the budget of pictures, `pin` for as long as it is wanted. */
const KEEP_HEADER = 'x-keep';

/**
 * Pictures and videos that an element asks for, or a page to keep them: neither carries a token, so the worker adds it
 * (docs/decisions/0010).
 */
export const isFileRead = (
  url: URL,
  origin: string,
  request: Pick<Request, 'method' | 'destination' | 'headers'>,
): boolean =>
  url.origin === origin &&
  FILE_PATH.test(url.pathname) &&
  request.method === 'GET' &&
  (request.destination === 'image' ||
    request.destination === 'video' ||
    request.destination === 'audio' ||
    request.headers.has(KEEP_HEADER));

/** The API's base, as the page registered us with it; only our own origin's files are elements of the page. */
const apiOrigin = (): string => {
  const base = new URL(worker.location.href).searchParams.get('api');
  return base === null ? worker.location.origin : (URL.parse(base)?.origin ?? worker.location.origin);
};

export const registerFiles = (): void => {
  registerRoute(
    ({ url, request }) =>
      apiOrigin() === worker.location.origin && isFileRead(url, worker.location.origin, request),
    async ({ request, event }) => {
      const { readSession } = await import('./session.ts');
      const session = await readSession();
      if (session === null) return new Response(null, { status: 401 });
      const media = await openMediaCaches(session.userId);
      const range = request.headers.get('range');
      const isPin = request.headers.get(KEEP_HEADER) === 'pin';
      const pinned = await media.kept.match(request.url);
      if (pinned) return range === null ? pinned : partOf(pinned, range);
      const held = await media.recent.match(request.url);
      if (held) {
        event.waitUntil(noteUse(media, request.url));
        if (isPin) await media.kept.put(request.url, held.clone());
        return range === null ? held : partOf(held, range);
      }
      try {
        const answer = await fetch(request.url, {
          headers: {
            authorization: `Bearer ${session.token}`,
            accept: request.headers.get('accept') ?? '*/*',
            ...(range === null ? {} : { range }),
          },
        });
        if (isForeign(answer)) return new Response(null, { status: 502 });
        // A part of a film is played and not kept; whole pictures are, and what is fetched to be taken along.
        const isKept = request.destination === 'image' || request.headers.has(KEEP_HEADER);
        if (answer.status === 200 && isPin) await media.kept.put(request.url, answer.clone());
        else if (answer.status === 200 && isKept)
          event.waitUntil(keepRecent(media, request.url, answer.clone()).catch(() => undefined));
        return answer;
      } finally {
        // Also when no answer came: the caches are open by then, under the member's id.
        event.waitUntil(removeIfLeft(media));
      }
    },
  );
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message: unknown = event.data;
    const originals = originalsIn(message);
    if (originals) event.waitUntil(copyForMember(originals));
    const fetched = fetchedIn(message);
    if (fetched) event.waitUntil(keepForMember(fetched));
    const isSignOut =
      typeof message === 'object' && message !== null && 'type' in message && message.type === 'FORGET_MEDIA';
    if (!isSignOut) return;
    event.waitUntil(
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith(MEDIA_CACHE) || name.startsWith(KEPT_CACHE))
              .map((name) => caches.delete(name)),
          ),
        ),
    );
  });
};

/** The ids of forwarded copies, each with the id of its original, as `src/features/chat/forward-message.ts` says them. */
const originalsIn = (message: unknown): Map<string, string> | null => {
  if (typeof message !== 'object' || message === null) return null;
  if (!('type' in message && message.type === 'COPY_MEDIA' && 'copies' in message)) return null;
  return new Map(
    Object.entries(message.copies ?? {}).flatMap(([id, original]) =>
      typeof original === 'string' ? [[id, original] as const] : [],
    ),
  );
};

/** A picture that a page fetched itself, as `src/features/media/use-file-url.ts` sends it: no worker controlled it yet. */
type Fetched = { readonly userId: string; readonly path: string; readonly bytes: Blob };

const fetchedIn = (message: unknown): Fetched | null => {
  if (typeof message !== 'object' || message === null) return null;
  if (!('type' in message && message.type === 'KEEP_MEDIA')) return null;
  if (!('userId' in message && 'path' in message && 'bytes' in message)) return null;
  const { userId, path, bytes } = message;
  if (typeof userId !== 'string' || typeof path !== 'string' || !(bytes instanceof Blob)) return null;
  return { userId, path, bytes };
};

const keepForMember = async ({ userId, path, bytes }: Fetched): Promise<void> => {
  const { readSession } = await import('./session.ts');
  if ((await readSession())?.userId !== userId) return;
  const url = new URL(path, worker.location.origin).href;
  const media = await openMediaCaches(userId);
  const headers = { 'content-type': bytes.type, 'content-length': String(bytes.size) };
  await keepRecent(media, url, new Response(bytes, { headers })).catch(() => undefined);
  await removeIfLeft(media);
};

const copyForMember = async (originals: ReadonlyMap<string, string>): Promise<void> => {
  const { readSession } = await import('./session.ts');
  const session = await readSession();
  if (session === null) return;
  const media = await openMediaCaches(session.userId);
  await copyMedia(media, originals).catch(() => undefined);
  await removeIfLeft(media);
};

/** Safari plays only what answers ranges, also from the cache. */
const partOf = async (whole: Response, range: string): Promise<Response> => {
  const bytes = await whole.blob();
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const start = first === '' ? Math.max(0, bytes.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.size - 1 : Math.min(Number(last), bytes.size - 1);
  if (start > end || start >= bytes.size) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.size}` } });
  }
  return new Response(bytes.slice(start, end + 1), {
    status: 206,
    headers: {
      'content-type': whole.headers.get('content-type') ?? '',
      'content-range': `bytes ${start}-${end}/${bytes.size}`,
      'content-length': String(end - start + 1),
    },
  });
};
