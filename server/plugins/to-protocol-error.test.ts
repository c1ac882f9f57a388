import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../protocol/index.ts';
import { toProtocolError } from './to-protocol-error.ts';

const fromDatabase = (code: string): unknown =>
  new DrizzleQueryError('select secret', [], Object.assign(new Error('syntax of relation'), { code }));

describe('whatever is thrown', () => {
  it('is itself when it is one of ours', () => {
    const own = new ProtocolError('email_taken');
    expect(toProtocolError(own)).toBe(own);
  });

  it.each([
    ['22P02', 'validation'],
    ['22003', 'validation'],
    ['22008', 'validation'],
    ['22021', 'validation'],
    ['22P05', 'validation'],
    ['54000', 'validation'],
    ['23505', 'conflict'],
    ['40001', 'unavailable'],
    ['40P01', 'unavailable'],
    ['57014', 'unavailable'],
    ['57P01', 'unavailable'],
    ['53300', 'unavailable'],
    ['08006', 'unavailable'],
    ['42P01', 'internal'],
  ])('from PostgreSQL with %s is %s', (code, kind) => {
    expect(toProtocolError(fromDatabase(code))).toMatchObject({ kind });
  });

  it('from a disk that is full is our own trouble', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    expect(toProtocolError(full)).toMatchObject({ kind: 'unavailable' });
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])(
    'from the way to PostgreSQL (%s) is our own trouble',
    (code) => {
      expect(toProtocolError(fromDatabase(code))).toMatchObject({ kind: 'unavailable' });
    },
  );

  it.each([
    [400, 'validation'],
    [404, 'not_found'],
    [408, 'request_timeout'],
    [413, 'too_large'],
    [414, 'validation'],
    [415, 'unsupported_type'],
    [431, 'too_large'],
    [500, 'internal'],
    [503, 'unavailable'],
  ])('from Fastify with %i is %s', (statusCode, kind) => {
    expect(toProtocolError(Object.assign(new Error('inner words'), { statusCode }))).toMatchObject({ kind });
  });

  it('has our words and never its own', () => {
    for (const error of [fromDatabase('42P01'), new TypeError('at /srv/x.js:1'), 'a string', null]) {
      expect(toProtocolError(error).detail).toEqual({
        code: 'internal',
        message: 'Something went wrong on our side',
      });
    }
  });
});
