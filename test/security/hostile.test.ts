import { afterAll, beforeAll, describe, it } from 'vitest';
import { hostileTexts, hostileValues } from './corpus.ts';
import { listFields, type Path, toWireSchema, withField } from './fields.ts';
import { LIMIT_MS, openHostile } from './hostile.ts';

const { tested, close, renewCast, callOf, askAsOwner } = await openHostile();
afterAll(close);

describe.each(tested)('$name', { timeout: LIMIT_MS }, (route) => {
  beforeAll(renewCast);

  const fieldsOf = (part: 'params' | 'query' | 'body'): Path[] => {
    const schema = route[part];
    return schema === undefined ? [] : listFields(toWireSchema(schema));
  };

  it('survives every hostile text in every part of its address', async () => {
    const call = await callOf(route);
    for (const [field = ''] of fieldsOf('params'))
      for (const text of hostileTexts.filter((value) => value.length < 8_000 && value.isWellFormed()))
        await askAsOwner(route, { ...call, params: { ...call.params, [field]: text } });
  });

  it('survives every hostile text in every parameter', async () => {
    const call = await callOf(route);
    const fields = [...fieldsOf('query').map(([field = '']) => field), 'unknown', '__proto__'];
    for (const field of fields)
      for (const text of hostileTexts.filter((value) => value.length < 8_000))
        await askAsOwner(route, { ...call, query: { ...call.query, [field]: text } });
  });

  it('survives every hostile value in every field of its body', async () => {
    if (route.body === undefined) return;
    const call = await callOf(route);
    for (const path of [[], ...fieldsOf('body'), ['unknown']])
      for (const value of hostileValues)
        await askAsOwner(route, { ...call, body: withField(call.body, path, value) });
  });
});
