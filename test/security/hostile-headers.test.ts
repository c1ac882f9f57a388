import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { shareOf } from '../support/share-of.ts';
import { hostileTexts } from './corpus.ts';
import { arbitraryOf, toWireSchema } from './fields.ts';
import { isHeaderValue, LIMIT_MS, openHostile } from './hostile.ts';

const { api, tested, close, cast, renewCast, callOf, askAsOwner } = await openHostile();
afterAll(close);

const headerTexts = hostileTexts.filter(isHeaderValue);
const SHARES = 8;
const RUNS = process.env['EXHAUSTIVE'] === 'true' ? 60 : 20;
/**
 * A share of the texts, and each route another one, for what a hook before all routes reads or what this route does not read:
 * every text meets a dozen routes.
 */
const someTexts = (route: (typeof tested)[number], shares = SHARES): readonly string[] =>
  shareOf(headerTexts, route.name, shares);

describe.each(tested)('$name', { timeout: LIMIT_MS }, (route) => {
  beforeAll(renewCast);

  const survive = async (header: string, texts: readonly string[]): Promise<void> => {
    const call = await callOf(route);
    for (const text of texts)
      await askAsOwner(route, { ...call, headers: { ...call.headers, [header]: text } });
  };

  it('survives hostile texts in the header idempotency-key', () =>
    survive('idempotency-key', someTexts(route, route.method === 'GET' ? SHARES : 3)));

  it('survives hostile texts in the header x-acting-user', () => survive('x-acting-user', someTexts(route)));

  it('survives whatever fits its schemas about', async () => {
    const base = await callOf(route);
    const ids = [
      ...Object.values(cast().people).flatMap(({ id, uniqueCode }) => [id, uniqueCode]),
      cast().groupId,
    ];
    const part = (name: 'body' | 'query') => {
      const schema = route[name];
      return schema === undefined ? fc.constant(base[name]) : arbitraryOf(toWireSchema(schema), ids);
    };
    const property = fc.asyncProperty(part('body'), part('query'), async (body, query) => {
      const texts = Object.entries(Object(query)).map(([key, value]) => [key, String(value)]);
      const call = { ...base, body, query: Object.fromEntries(texts) };
      await askAsOwner(route, route.body === undefined ? { ...call, body: undefined } : call);
    });
    await fc.assert(property, { numRuns: RUNS, seed: 20_261_120 });
  });
});

describe('a header that every route reads the same way', { timeout: LIMIT_MS }, () => {
  it.each([
    'content-type',
    'accept',
    'accept-encoding',
    'accept-language',
    'origin',
    'user-agent',
    'x-forwarded-for',
    'x-request-id',
    'if-none-match',
    'range',
  ])('%s may hold every hostile text', async (header) => {
    for (const name of ['GET /api/v1/chats', 'POST /api/v1/auth/register']) {
      const route = api.find((known) => known.name === name);
      if (route === undefined) throw new Error(`There is no ${name}.`);
      for (const text of headerTexts)
        await askAsOwner(route, { ...(await callOf(route)), headers: { [header]: text } });
    }
  });
});
