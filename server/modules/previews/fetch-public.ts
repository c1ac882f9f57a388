import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import {
  bareHost,
  isPlausibleAddress,
  pickAddress,
  type ResolveHost,
  resolveHost,
  UnsafeAddress,
} from '../../outbound/public-address.ts';

/** How pages are reached. */
export type PreviewPorts = {
  resolve: ResolveHost;
  /** Open the connections; the system's own when missing. */
  agents?: { http: http.Agent; https: https.Agent };
};

export const systemPreviewPorts: PreviewPorts = { resolve: resolveHost };

/** By the clock, with names and redirects, however busy the other side keeps the line. */
const WITHIN_MS = 10_000;
const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A site that says so answers otherwise later (RFC 9110 §15.5.9, §15.6; RFC 6585 §4). */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** There is no preview of this address, now or later: what it is or says will be the same. */
export class NoPreview extends Error {
  override name = 'NoPreview';
}

/** The site does not answer well at the moment. */
export class SiteUnavailable extends Error {
  override name = 'SiteUnavailable';
}

export type Wanted = {
  /** What is asked for; sites that know several forms choose by it. */
  accept: string;
  isWanted: (mime: string) => boolean;
  /** Of the body. A longer one is cut off there, or refused where a part is of no use. */
  bytesMax: number;
  isWhole: boolean;
};

export type Fetched<T> = { url: URL; value: T };

/**
 * Gets an address that somebody has written, and hands its body over (docs/threat-model.md T06): https or http at their
 * own ports, to a public address that was judged and is the one connected to; each redirect is judged as if it were the
 * first address. No cookies, no name of ours or of anybody, and nothing that was compressed.
 * @throws UnsafeAddress, NoPreview, SiteUnavailable; or what the network says
 */
export const fetchPublic = async <T>(
  ports: PreviewPorts,
  address: string,
  { signal, read, ...wanted }: Wanted & { signal: AbortSignal; read: (body: Body, url: URL) => Promise<T> },
): Promise<Fetched<T>> => {
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  let url = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await ask(ports, url, wanted, within);
    try {
      const next = redirectOf(url, response);
      if (next === null) return { url, value: await read(bodyOf(response, wanted), url) };
      url = next;
    } finally {
      response.destroy();
    }
  }
  throw new NoPreview('Too many redirects');
};

/** A body that is read as it comes, and what its header says of its letters. */
export type Body = { chunks: AsyncIterable<Uint8Array>; charset: string | null };

const ask = async (
  { resolve, agents }: PreviewPorts,
  url: URL,
  { accept }: Wanted,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new NoPreview('Not a web address');
  if (!isPlausibleAddress(url)) throw new UnsafeAddress('Not an address of the open net');
  const host = await pickAddress(url, resolve, signal);
  const name = bareHost(url);
  return new Promise((done, reject) => {
    const request = (isSecure ? https : http).request(
      {
        host,
        ...(isSecure && isIP(name) === 0 ? { servername: name } : {}),
        port: isSecure ? 443 : 80,
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          accept,
          'accept-encoding': 'identity',
          'user-agent': 'Mozilla/5.0 (compatible; TambayPreview/1.0)',
        },
        signal,
        // Nothing is kept open for the next one: it may lead elsewhere by then.
        agent: (isSecure ? agents?.https : agents?.http) ?? false,
      },
      done,
    );
    request.once('error', reject);
    request.end();
  });
};

/** Where the answer leads; null for one that is to be read. @throws NoPreview, SiteUnavailable */
const redirectOf = (from: URL, { statusCode = 0, headers }: IncomingMessage): URL | null => {
  if (statusCode === 200) return null;
  if (PASSING.has(statusCode)) throw new SiteUnavailable(`The site answered ${statusCode}`);
  const to = REDIRECTS.has(statusCode) ? URL.parse(headers.location ?? '', from.href) : null;
  if (to === null) throw new NoPreview(`The site answered ${statusCode}`);
  // What was asked for in secret is not asked for in the open.
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw new NoPreview('Leads out of https');
  return to;
};

const CHARSET = /;\s*charset="?([\w:.-]{1,40})/i;

const bodyOf = (response: IncomingMessage, { isWanted, bytesMax, isWhole }: Wanted): Body => {
  const { headers } = response;
  const type = headers['content-type'] ?? '';
  const [mime = ''] = type.split(';', 1);
  if (!isWanted(mime.trim().toLowerCase())) throw new NoPreview('Another type');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new NoPreview('Compressed');
  if (isWhole && Number(headers['content-length'] ?? 0) > bytesMax) throw new NoPreview('Too large');
  return { chunks: upTo(response, bytesMax, isWhole), charset: CHARSET.exec(type)?.[1] ?? null };
};

async function* upTo(
  response: IncomingMessage,
  bytesMax: number,
  isWhole: boolean,
): AsyncGenerator<Uint8Array> {
  let room = bytesMax;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    if (chunk.byteLength > room) {
      if (isWhole) throw new NoPreview('Too large');
      yield chunk.subarray(0, room);
      return;
    }
    room -= chunk.byteLength;
    yield chunk;
  }
}
