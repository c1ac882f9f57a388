import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses that somebody else has named and this server connects to: push endpoints and the pages of link previews
 * (docs/threat-model.md T06). A name is looked up once, all of its addresses are judged, and the judged one is connected
 * to: there is no second look-up that could answer something else.
 */

/** All addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** As long as a look-up may take in all is said by its caller's signal. */
const NAME_WITHIN = { timeout: 2_000, tries: 2 } as const;

export const resolveHost: ResolveHost = async (hostname) => {
  // Not the system's own look-up: one that a stranger's name server lets hang holds one of the four threads that read files
  // and hash passwords.
  const resolver = new Resolver(NAME_WITHIN);
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
  return addresses;
};

/** An address that we must not talk to. */
export class UnsafeAddress extends Error {
  override name = 'UnsafeAddress';
}

/** All of IPv6 that is given out to the open net; the rest is reserved, or an IPv4 address in clothes such as `::7f00:1`. */
const OPEN_NET = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is mapped into IPv6 is judged as what it is.
  const judged = ipaddr.process(address);
  return judged.range() === 'unicast' && (judged instanceof ipaddr.IPv4 || judged.match(OPEN_NET));
};

/** The host as a name or an address: IPv6 without its brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * What can be told of an address without asking anybody: a host of the open net, at the port of its protocol, and no user
 * name. A free choice of ports would let a caller scan other hosts through this server.
 */
export const isPlausibleAddress = (url: URL): boolean => {
  if (url.username !== '' || url.password !== '' || url.port !== '') return false;
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublic(host);
  return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host);
};

const untilAborted = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
};

/**
 * The address to connect to for this host.
 * @throws UnsafeAddress when one of its addresses is not public; what the look-up or the signal says
 */
export const pickAddress = async (url: URL, resolve: ResolveHost, signal: AbortSignal): Promise<string> => {
  const host = bareHost(url);
  const addresses = isIP(host) !== 0 ? [host] : await Promise.race([resolve(host), untilAborted(signal)]);
  const [first] = addresses;
  // One private address among public ones is an attempt, not a mistake.
  if (first === undefined || !addresses.every(isPublic)) throw new UnsafeAddress('Not a public address');
  return first;
};
