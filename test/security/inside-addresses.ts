import { isIP } from 'node:net';

/** Bare addresses that lead inside, however they are written. */
export const INSIDE = [
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:169.254.169.254',
  '::ffff:7f00:1',
  '::169.254.169.254',
  '::7f00:1',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001::1',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '4000::1',
];

/** As it is written in a link. */
export const inBrackets = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);
