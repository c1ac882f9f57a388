import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { openApp } from './app.ts';
import { ask, expectErrorBody } from './ask.ts';
import type { Cast } from './cast.ts';
import { findInternals } from './corpus.ts';
import type { Call } from './matrix-call.ts';
import { calls } from './matrix-cases.ts';
import type { AppRoute } from './routes.ts';
import { gather } from './world.ts';

/**
 * docs/threat-model.md, "Hostile values": each value on every field of every route. Routes come from the running app, fields from their
 * schemas, and a request that would succeed from the authorisation matrix, so that a new route is covered by being there.
 * In three files, so that they run beside each other.
 */
export const LIMIT_MS = 300_000;

/** What a member's hostile request may bring. 401 would sign the client out, and 5xx is ours to explain. 302: `/auth/oidc`. */
const ALLOWED = new Set([200, 201, 204, 302, 400, 403, 404, 409, 410, 413, 414, 415, 422, 426, 431]);

const ENDS_SESSION = new Set(['POST /api/v1/auth/logout', 'POST /api/v1/account/deletion']);

const describeCall = (call: Call): string => JSON.stringify(call)?.slice(0, 400) ?? '';

/** What an HTTP client can put into a header at all; the rest is for `raw.test.ts`. */
export const isHeaderValue = (text: string): boolean =>
  text.length < 8_000 && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** The whole app, and its owner who asks for everything. */
export async function openHostile() {
  const { app, db, routes, close } = await openApp();
  const api = routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
  let cast = await gather(db);
  let isUsed = false;
  return {
    api,
    close,
    /** Logging out would end the test's own session. */
    tested: api.filter(({ url, name }) => url.startsWith('/api/v1/') && !ENDS_SESSION.has(name)),
    cast: (): Cast => cast,
    /** What another route has deleted, left or ended would answer 404 to everything. Who was only read is as before. */
    async renewCast(): Promise<void> {
      if (isUsed) cast = await gather(db);
      isUsed = false;
    },
    /** A request to the route that would succeed. */
    async callOf({ name }: AppRoute): Promise<Call> {
      const [makeCall] = Object.values(calls[name] ?? {});
      return (await makeCall?.(cast, 'O')) ?? {};
    },
    /** The owner's request; its answer says no more than it may. */
    async askAsOwner(route: AppRoute, call: Call): Promise<LightMyRequestResponse> {
      isUsed ||= route.method !== 'GET';
      const answer = await ask(app, route.name, call, cast.tokens.O);
      if (!ALLOWED.has(answer.statusCode))
        expect.fail(
          `${route.name} answered ${answer.statusCode} (${answer.body.slice(0, 300)}) to ${describeCall(call)}`,
        );
      if (answer.statusCode >= 400) expectErrorBody(answer.statusCode, answer.body);
      else expect(findInternals(answer.body), describeCall(call)).toBeUndefined();
      return answer;
    },
  };
}
