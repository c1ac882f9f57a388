import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The names that TRUST_PROXY may use for networks, as Fastify understands them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const toRange = (text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/**
 * Whose handshake it is: sockets never pass Fastify. `X-Forwarded-For` is believed from the right as far as trusted proxies
 * wrote it; what a client makes up stands further left.
 */
export const createPeerAddress = (
  trusted: readonly string[],
): ((request: Pick<IncomingMessage, 'headers' | 'socket'>) => string) => {
  const ranges = trusted.flatMap((name) => NAMED[name] ?? [name]).map(toRange);
  const isTrusted = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return ranges.some(
      ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
    );
  };
  return ({ headers, socket }) => {
    const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = socket.remoteAddress ?? '';
    for (const hop of hops.map((text) => text.trim()).toReversed()) {
      if (!isTrusted(address) || !ipaddr.isValid(hop)) break;
      address = hop;
    }
    return address;
  };
};
