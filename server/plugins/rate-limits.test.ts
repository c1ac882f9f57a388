import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createServer, type TambayServer } from '../create-server.ts';
import { openMemoryDatabase } from '../testing/open-database.ts';
import { TestClock } from '../testing/world.ts';
import { limits } from './rate-limits.ts';

const MINUTE = 60_000;
const clock = new TestClock();
let server: TambayServer;
beforeAll(async () => {
  server = await createServer({
    config: parseConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' }),
    database: await openMemoryDatabase(),
    clock,
    eventLoopDelayMaxMs: 0,
  });
});
afterAll(() => server.close());

let people = 0;
const newPerson = () => {
  people += 1;
  return {
    email: `person${people}@example.test`,
    password: 'halo-halo sa tag-init',
    firstName: 'Ana',
    lastName: 'Reyes',
    birthDate: '1990-05-05',
  };
};

const post = (path: string, from: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { 'x-forwarded-for': from }, payload });

const register = async (from: string) => {
  const person = newPerson();
  const answer = await post('/auth/register', from, person);
  return { ...person, status: answer.statusCode, token: answer.json().data?.accessToken, answer };
};

describe('rate limits', () => {
  it('let five accounts be made at one address, and another every six minutes', async () => {
    const from = '192.0.2.1';
    for (let made = 0; made < 5; made += 1) expect((await register(from)).status).toBe(201);
    const { answer } = await register(from);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('360');
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect((await register('192.0.2.2')).status).toBe(201);
    clock.advance(6 * MINUTE);
    expect((await register(from)).status).toBe(201);
    expect((await register(from)).status).toBe(429);
  });

  it('stop guessing at an account from one address, and lock its owner out of no other', async () => {
    const { email, password, token } = await register('192.0.2.10');
    const signIn = (from: string, guess: string) => post('/auth/login', from, { email, password: guess });
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await signIn('192.0.2.66', `wrong guess ${guess}`)).statusCode).toBe(422);
    }
    const sixth = await signIn('192.0.2.66', password);
    expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, '180']);
    expect((await signIn('192.0.2.11', password)).statusCode).toBe(200);
    const verify = await server.app.inject({
      url: '/api/v1/auth/verify',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(verify.statusCode).toBe(200);
    clock.advance(3 * MINUTE);
    expect((await signIn('192.0.2.66', password)).statusCode).toBe(200);
  });

  it('count one address for all accounts, and an IPv6 home as one', async () => {
    const tryOne = (index: number) =>
      post('/auth/login', `2001:db8:1:2::${index.toString(16)}`, {
        email: `nobody${index}@example.test`,
        password: 'no such person',
      });
    for (let index = 1; index <= 25; index += 1) expect((await tryOne(index)).statusCode).toBe(422);
    expect((await tryOne(26)).statusCode).toBe(429);
    const neighbour = await post('/auth/login', '2001:db8:1:3::1', {
      email: 'nobody@example.test',
      password: 'no such person',
    });
    expect(neighbour.statusCode).toBe(422);
  });

  it('let a member look up ten codes a minute, and another member too', async () => {
    const [ana, ben] = [await register('192.0.2.20'), await register('192.0.2.21')];
    const lookUp = (token: string) =>
      server.app.inject({
        url: '/api/v1/users/unique-code/0000000000000',
        headers: { authorization: `Bearer ${token}` },
      });
    for (let look = 0; look < 10; look += 1) expect((await lookUp(ana.token)).statusCode).toBe(404);
    expect((await lookUp(ana.token)).statusCode).toBe(429);
    expect((await lookUp(ben.token)).statusCode).toBe(404);
  });

  it('believe no address that a stranger claims', async () => {
    const claim = (index: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `198.51.100.${index}` },
        payload: { email: `who${index}@example.test`, password: 'no such person' },
      });
    for (let index = 1; index <= 25; index += 1) expect((await claim(index)).statusCode).toBe(422);
    expect((await claim(26)).statusCode).toBe(429);
  });

  it('are those of the table', () => {
    const perMinute = Object.entries(limits).map(([name, buckets]) => [
      name,
      buckets.map(({ by, burst, refillMs }) => `${by} ${burst} + ${MINUTE / refillMs}/min`),
    ]);
    expect(Object.fromEntries(perMinute)).toMatchInlineSnapshot(`
      {
        "account": [
          "account 1200 + 60/min",
        ],
        "addPeople": [
          "account 200 + 0.3333333333333333/min",
        ],
        "appeal": [
          "account 5 + 0.1/min",
        ],
        "cancel": [
          "account 400 + 2/min",
        ],
        "changePassword": [
          "address 25 + 5/min",
          "account 10 + 1/min",
        ],
        "codeLookup": [
          "address 100 + 10/min",
          "account 10 + 10/min",
        ],
        "comment": [
          "account 30 + 12/min",
        ],
        "docs": [
          "address 60 + 30/min",
        ],
        "download": [
          "account 1200 + 600/min",
        ],
        "export": [
          "account 20 + 0.16666666666666666/min",
        ],
        "forgot": [
          "address 25 + 5/min",
        ],
        "friendRequest": [
          "account 10 + 10/min",
          "account 20 + 0.013888888888888888/min",
        ],
        "group": [
          "account 10 + 0.013888888888888888/min",
        ],
        "groupChange": [
          "account 60 + 6/min",
        ],
        "handshake": [
          "address 120 + 120/min",
        ],
        "like": [
          "account 60 + 60/min",
        ],
        "linkPreview": [
          "account 30 + 3/min",
        ],
        "login": [
          "address 25 + 5/min",
          "login 5 + 0.3333333333333333/min",
        ],
        "message": [
          "account 400 + 60/min",
        ],
        "none": [],
        "oidc": [
          "address 75 + 15/min",
        ],
        "ownState": [
          "account 1200 + 120/min",
        ],
        "post": [
          "account 10 + 1/min",
        ],
        "profile": [
          "account 20 + 1/min",
        ],
        "push": [
          "account 60 + 60/min",
        ],
        "qrDecide": [
          "account 10 + 2/min",
        ],
        "qrGrant": [
          "address 25 + 5/min",
          "account 10 + 1/min",
        ],
        "qrPoll": [
          "address 120 + 120/min",
        ],
        "qrStart": [
          "address 10 + 2/min",
        ],
        "register": [
          "address 5 + 0.16666666666666666/min",
        ],
        "relationship": [
          "account 100 + 12/min",
        ],
        "removal": [
          "account 100 + 30/min",
        ],
        "report": [
          "account 20 + 0.16666666666666666/min",
        ],
        "reset": [
          "address 25 + 5/min",
        ],
        "search": [
          "account 60 + 60/min",
        ],
        "strangerMessage": [
          "account 20 + 20/min",
        ],
        "strangerQueue": [
          "account 30 + 30/min",
        ],
        "upload": [
          "account 300 + 60/min",
        ],
        "uploadBytes": [
          "account 300 + 60/min",
        ],
        "uploadPixels": [
          "account 600 + 60/min",
        ],
        "visitor": [
          "address 300 + 60/min",
        ],
      }
    `);
  });
});
