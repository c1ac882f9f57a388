import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from '../../protocol/index.ts';
import {
  fileResponse,
  friendshipId,
  type MessageRow,
  messageResponse,
  messagesResponse,
  privateChatId,
  signedIn,
  unseenCount,
} from '../../protocol/index.ts';

/** Somebody with an account, and what a test needs to be them. */
export interface Person {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  uniqueCode: string;
  token: string;
}

/** What a registration form asks for. The address is nobody else's. */
export function newcomer(firstName: string, lastName = 'Reyes') {
  return {
    firstName,
    lastName,
    birthDate: '1994-05-17',
    email: `${firstName.toLowerCase().replaceAll(' ', '')}.${randomUUID()}@example.com`,
    password: 'tricycle under the acacia',
  };
}

/** An address of one's own, because registrations are counted by address. */
export const ownAddress = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

/** Makes an account through the API. */
export async function registerPerson(
  origin: string,
  firstName: string,
  lastName?: string,
  more: { birthDate?: string } = {},
): Promise<Person> {
  const body = { ...newcomer(firstName, lastName), ...more };
  const { data } = await call(origin, 'POST', '/auth/register', signedIn, { body, headers: ownAddress() });
  return {
    id: data.user.id,
    email: body.email,
    password: body.password,
    firstName,
    lastName: body.lastName,
    uniqueCode: data.user.uniqueCode,
    token: data.accessToken,
  };
}

/** A session of somebody who has an account, as on another device. */
export async function logIn(
  origin: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<z.output<typeof signedIn>['data']> {
  const body = { email, password };
  const { data } = await call(origin, 'POST', '/auth/login', signedIn, { body, headers: ownAddress() });
  return data;
}

/** A signs up for B's friendship and B agrees; their private chat exists from then on. */
export async function befriend(origin: string, asking: Person, asked: Person): Promise<string> {
  await request(origin, asking, asked);
  const id = friendshipId(asking.id, asked.id);
  await call(origin, 'PATCH', `/users/friends/${id}/accept`, undefined, { token: asked.token });
  return privateChatId(asking.id, asked.id);
}

/** Asks for a friendship and leaves it open. */
export async function request(origin: string, asking: Person, asked: Person): Promise<void> {
  await call(origin, 'POST', '/users/friends', undefined, {
    token: asking.token,
    body: { uniqueCode: asked.uniqueCode },
  });
}

/** Writes into the private chat of two friends. */
export async function say(origin: string, from: Person, to: Person, content: string): Promise<MessageRow> {
  const chatId = privateChatId(from.id, to.id);
  const { data } = await call(origin, 'POST', `/chats/${chatId}/messages`, messageResponse, {
    token: from.token,
    body: { content },
  });
  return data;
}

/** How many messages the server thinks somebody has not seen. */
export async function unseen(origin: string, reader: Person): Promise<number> {
  const { data } = await call(origin, 'GET', '/chats/messages/unseen-count', unseenCount, {
    token: reader.token,
  });
  return data.count;
}

/** What the server holds of a private chat, oldest first. */
export async function history(origin: string, reader: Person, other: Person): Promise<MessageRow[]> {
  const chatId = privateChatId(reader.id, other.id);
  const messages: MessageRow[] = [];
  for (let before = ''; ; ) {
    const path = `/chats/${chatId}/messages?perPage=100${before}`;
    const { data, meta } = await call(origin, 'GET', path, messagesResponse, { token: reader.token });
    messages.unshift(...data.toReversed());
    const oldest = messages.find(({ seq }) => seq !== null)?.seq;
    if (meta.startReached || data.length === 0 || oldest === undefined)
      return messages.filter(({ kind }) => kind === 'user');
    before = `&beforeSeq=${oldest}`;
  }
}

/** Ends the session as its owner would from another device. */
export async function endSession(origin: string, owner: Person): Promise<void> {
  await call(origin, 'POST', '/auth/logout', undefined, { token: owner.token });
}

/** Whether the server still takes a token. */
export async function isSessionAlive(origin: string, token: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/auth/verify`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status !== 401;
}

/** Stores a file as another client of the API does: no page has made it smaller. @returns its id */
export async function uploadAs(
  origin: string,
  { token }: Pick<Person, 'token'>,
  file: File,
): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/v1/files`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`The file was answered ${answer.status}.`);
  return fileResponse.parse(await answer.json()).data.id;
}

/** A call of somebody's that no page makes here. */
export function callAs<S extends z.ZodMiniType>(
  origin: string,
  who: Pick<Person, 'token'>,
  method: string,
  path: string,
  schema: S,
  body?: unknown,
): Promise<z.output<S>>;
export function callAs(
  origin: string,
  who: Pick<Person, 'token'>,
  method: string,
  path: string,
  schema?: undefined,
  body?: unknown,
): Promise<void>;
export function callAs(
  origin: string,
  { token }: Pick<Person, 'token'>,
  method: string,
  path: string,
  schema?: z.ZodMiniType,
  body?: unknown,
): Promise<unknown> {
  const options = { token, ...(body === undefined ? {} : { body }) };
  return schema === undefined
    ? call(origin, method, path, undefined, options)
    : call(origin, method, path, schema, options);
}

const ATTEMPTS_MAX = 10;

interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function call<S extends z.ZodMiniType>(
  origin: string,
  method: string,
  path: string,
  schema: S,
  options: CallOptions,
): Promise<z.output<S>>;
async function call(
  origin: string,
  method: string,
  path: string,
  schema: undefined,
  options: CallOptions,
): Promise<void>;
async function call(
  origin: string,
  method: string,
  path: string,
  schema: z.ZodMiniType | undefined,
  { token, body, headers = {} }: CallOptions,
): Promise<unknown> {
  const ask = (): Promise<Response> =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  let response = await ask();
  // A crowded machine: the server says so and when to come back, and a test that sets its stage does as it is told.
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS_MAX; attempt += 1) {
    await delay(1_000 * Number(response.headers.get('retry-after') ?? '1'));
    response = await ask();
  }
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return schema?.parse(JSON.parse(text));
}
