import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { Agent } from 'node:https';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where a browser's maker delivers pushes is told to us by a client (docs/decisions/0011, docs/threat-model.md T06): https at its own
 * port only, to a public address, which is looked up, judged and connected to as one and the same. There is no list of
 * makers: an unknown browser is notified as well, and what a list would add is done by judging the address at
 * the moment of sending, following no redirect and reading no answer.
 */
export type PushPorts = {
  /** All addresses of a host. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Opens the connection; the system's own when missing. */
  agent?: Agent;
};

/** As long as a look-up may take in all is said by `ANSWER_WITHIN_MS`. */
const NAME_WITHIN = { timeout: 2_000, tries: 2 } as const;

export const systemPushPorts: PushPorts = {
  // Not the system's own look-up: one that a stranger's name server lets hang holds one of the four threads that read files
  // and hash passwords.
  resolve: async (hostname) => {
    const resolver = new Resolver(NAME_WITHIN);
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
    return addresses;
  },
};

/** By the clock, name and all, however busy the other side keeps the line (docs/threat-model.md T06). */
const ANSWER_WITHIN_MS = 10_000;

/** An endpoint that we must not talk to. */
export class UnsafeEndpoint extends Error {
  override name = 'UnsafeEndpoint';
}

/** All of IPv6 that is given out to the open net; the rest is reserved, or an IPv4 address in clothes such as `::7f00:1`. */
const OPEN_NET = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is mapped into IPv6 is judged as what it is.
  const judged = ipaddr.process(address);
  return judged.range() === 'unicast' && (judged instanceof ipaddr.IPv4 || judged.match(OPEN_NET));
};

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** What can be told without asking anybody: used when a subscription is registered, too. */
export const isPlausibleEndpoint = (endpoint: string): boolean => {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  // A free choice of ports would let a caller scan other hosts through this server.
  if (url.port !== '') return false;
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublic(host);
  return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host);
};

const untilAborted = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
};

const pickAddress = async (url: URL, { resolve }: PushPorts, signal: AbortSignal): Promise<string> => {
  const host = bareHost(url);
  const addresses = isIP(host) !== 0 ? [host] : await Promise.race([resolve(host), untilAborted(signal)]);
  const [first] = addresses;
  // One private address among public ones is an attempt, not a mistake.
  if (first === undefined || !addresses.every(isPublic)) throw new UnsafeEndpoint('Not a public address');
  return first;
};

export type PushMessage = { endpoint: string; headers: Record<string, string | number>; body: Uint8Array };

/**
 * Posts to a push service and answers its status. Redirects are not followed.
 * @throws UnsafeEndpoint; or what the network says
 */
export const postPush = async (
  ports: PushPorts,
  message: PushMessage,
  signal: AbortSignal,
): Promise<number> => {
  if (!isPlausibleEndpoint(message.endpoint))
    throw new UnsafeEndpoint('Not an https address of the open net');
  const url = new URL(message.endpoint);
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const address = await pickAddress(url, ports, within);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: address,
        servername: bareHost(url),
        port: 443,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...message.headers, host: url.host },
        signal: within,
        ...(ports.agent ? { agent: ports.agent } : {}),
      },
      (response) => {
        // What a stranger's server says is not read; its status is enough.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.once('error', reject);
    request.end(message.body);
  });
};
