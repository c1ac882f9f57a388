import { expect, it } from 'vitest';
import { createPeerAddress } from './peer-address.ts';

const peer = (trusted: string[], remoteAddress: string, forwarded?: string) =>
  createPeerAddress(trusted)({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    // Only the address of the connection is read.
    socket: { remoteAddress } as never,
  });

it.each([
  [[], '192.0.2.1', '1.2.3.4', '192.0.2.1'],
  [['loopback'], '192.0.2.1', '1.2.3.4', '192.0.2.1'],
  [['loopback'], '127.0.0.1', '192.0.2.7', '192.0.2.7'],
  [['loopback'], '::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
  [['loopback'], '127.0.0.1', '1.2.3.4, 192.0.2.7', '192.0.2.7'],
  [['loopback', '10.0.0.0/8'], '127.0.0.1', '1.2.3.4, 192.0.2.7, 10.1.1.1', '192.0.2.7'],
  [['10.0.0.9'], '10.0.0.9', '2001:db8::7', '2001:db8::7'],
  [['loopback'], '127.0.0.1', 'nonsense', '127.0.0.1'],
])('trusting %j, a connection from %s with %j is from %s', (trusted, remote, forwarded, address) => {
  expect(peer(trusted, remote, forwarded)).toBe(address);
});
