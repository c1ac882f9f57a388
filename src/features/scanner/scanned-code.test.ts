import { describe, expect, it } from 'vitest';
import { createQrId, createUniqueCode, formatQrId, formatUniqueCode } from '../../../protocol/index.ts';
import { qrAddress } from '../../session/qr-link.ts';
import { readScanned } from './scanned-code.ts';

const ORIGIN = 'https://tambay.example';
const code = createUniqueCode(Uint8Array.from({ length: 12 }, (_, index) => index));
const id = createQrId(Uint8Array.from({ length: 26 }, (_, index) => index));

describe('a scanned code', () => {
  it('leads to a person, a chat or a sign-in of this app', () => {
    expect(readScanned(`${ORIGIN}/users/${code}`, ORIGIN, null)).toEqual({ kind: 'person', code });
    expect(readScanned(`${ORIGIN}/chats/${code.toLowerCase()}`, ORIGIN, null)).toEqual({
      kind: 'chat',
      code,
    });
    expect(readScanned(qrAddress('signIn', ORIGIN, id), ORIGIN, null)).toEqual({ kind: 'signIn', id });
    expect(readScanned(qrAddress('grant', ORIGIN, id), ORIGIN, null)).toEqual({ kind: 'grant', id });
  });

  it('may be typed as people type', () => {
    expect(readScanned(` ${formatUniqueCode(code).toLowerCase()} `, ORIGIN, null)).toEqual({
      kind: 'person',
      code,
    });
    expect(readScanned(formatQrId(id).toLowerCase(), ORIGIN, 'grant')).toEqual({ kind: 'grant', id });
    expect(readScanned(id, ORIGIN, null)).toBeNull();
  });

  it.each([
    `https://evil.example/users/${code}`,
    `https://tambay.example.evil/users/${code}`,
    `https://tambay.example@evil.example/users/${code}`,
    `https://ana@tambay.example/users/${code}`,
    `http://tambay.example/users/${code}`,
    `javascript:alert(1)//${ORIGIN}/users/${code}`,
    `data:text/html,${code}`,
    `${ORIGIN}/users/`,
    `${ORIGIN}/users/${code}/posts`,
    `${ORIGIN}/users/${code.slice(0, -1)}U`,
    `${ORIGIN}/profile/scan#q=${id.slice(1)}`,
    `${ORIGIN}/qr-login#q=${id}`,
    `${ORIGIN}/profile/scan?q=${id}`,
    'WIFI:S:Kapitbahay;T:WPA;P:secret;;',
    '',
    'x'.repeat(5_000),
  ])('is not one of this app: %s', (text) => {
    expect(readScanned(text, ORIGIN, null)).toBeNull();
  });

  it('of a sign-in holds nothing but its id, and is short', () => {
    for (const kind of ['signIn', 'grant'] as const) {
      expect(qrAddress(kind, ORIGIN, id).length).toBeLessThan(200);
    }
  });
});
