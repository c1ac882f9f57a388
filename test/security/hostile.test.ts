import { afterAll, beforeAll, describe, it } from 'vitest';
import { shareOf } from '../support/share-of.ts';
import { hostileTexts, hostileValues } from './corpus.ts';
import { listFields, type Path, toWireSchema, withField } from './fields.ts';
import { LIMIT_MS, openHostile } from './hostile.ts';

const { tested, close, renewCast, callOf, askAsOwner } = await openHostile();
afterAll(close);

/** A field meets a share of the values, and each value a share of the fields. */
const SHARES = 4;

const inAddress = hostileTexts.filter((value) => value.length < 8_000 && value.isWellFormed());

/** Names that no schema knows: nobody reads them, so one request brings every text. */
const unknown = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text, index) => [`unknown${index}`, text]));

describe.each(tested)('$name', { timeout: LIMIT_MS }, (route) => {
  beforeAll(renewCast);

  const fieldsOf = (part: 'params' | 'query' | 'body'): Path[] => {
    const schema = route[part];
    return schema === undefined ? [] : listFields(toWireSchema(schema));
  };

  it('survives hostile texts in every part of its address', async () => {
    const call = await callOf(route);
    for (const [field = ''] of fieldsOf('params'))
      for (const text of shareOf(inAddress, `${route.name} ${field}`, SHARES))
        await askAsOwner(route, { ...call, params: { ...call.params, [field]: text } });
  });

  it('survives hostile texts in every parameter', async () => {
    const call = await callOf(route);
    const texts = hostileTexts.filter((value) => value.length < 8_000);
    for (const [field = ''] of fieldsOf('query'))
      for (const text of shareOf(texts, `${route.name} ?${field}`, SHARES))
        await askAsOwner(route, { ...call, query: { ...call.query, [field]: text } });
    await askAsOwner(route, { ...call, query: { ...call.query, ...unknown(texts), ['__proto__']: 'x' } });
  });

  it('survives hostile values in every field of its body', async () => {
    if (route.body === undefined) return;
    const call = await callOf(route);
    for (const path of [[], ...fieldsOf('body')])
      for (const value of shareOf(hostileValues, `${route.name} ${path.join('/')}`, SHARES))
        await askAsOwner(route, { ...call, body: withField(call.body, path, value) });
    await askAsOwner(route, { ...call, body: { ...unknown(hostileTexts), ...Object(call.body) } });
    for (const value of hostileValues.filter((one) => typeof one !== 'string'))
      await askAsOwner(route, { ...call, body: withField(call.body, ['unknown'], value) });
  });
});
