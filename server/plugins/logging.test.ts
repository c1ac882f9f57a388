import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { loggerOptions } from './logging.ts';

const logOf = (write: (log: FastifyBaseLogger) => void): string => {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(fastify({ logger: { ...loggerOptions('info'), stream } }).log);
  return text;
};

it('holds no secret, however deep it lies', () => {
  const secret = 'hush-hush';
  const text = logOf((log) => {
    log.info({ token: secret, headers: { authorization: secret, cookie: secret } }, 'a');
    log.info({ body: { password: secret, accessToken: secret }, user: { email: secret } }, 'b');
    log.info({ answer: { data: { accessToken: secret } } }, 'c');
    log.info({ req: { method: 'GET', url: `/x?token=${secret}`, ip: '192.0.2.1' } }, 'd');
  });
  expect(text).not.toContain(secret);
  expect(text).toContain('"path":"/x"');
});

it.each([
  ['/api/v1/auth/qr/sessions/hush-hush/claim', '/api/v1/auth/qr/sessions/[hidden]/claim'],
  ['/api/v1/auth/qr/grants/hush-hush?x=hush-hush', '/api/v1/auth/qr/grants/[hidden]'],
  ['/api/v1/notifications/push/hush-hush', '/api/v1/notifications/push/[hidden]'],
  ['/api/v1/notifications/push/register', '/api/v1/notifications/push/register'],
  ['/api/v1/chats/0190/messages', '/api/v1/chats/0190/messages'],
])('of the address %s it holds %s', (url, path) => {
  const text = logOf((log) => log.info({ req: { method: 'GET', url, ip: '192.0.2.1' } }, 'asked'));
  expect(JSON.parse(text).req.path).toBe(path);
});

it('tells which statement failed and why, and not what was in it', () => {
  const cause = Object.assign(new Error('deadlock detected'), { code: '40P01', detail: 'hush-hush' });
  const text = logOf((log) => {
    log.error({ err: new DrizzleQueryError('insert into messages', ['hush-hush'], cause) }, 'Request failed');
  });
  expect(text).toContain('insert into messages');
  expect(text).toContain('deadlock detected');
  expect(text).not.toContain('hush-hush');
});
