import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as protocol from './index.ts';

/** PROTOCOL_VERSION → hash of every exported schema. Refinements do not show in JSON Schema: `fixtures.test.ts` covers them. */
const HASHES: Record<number, string> = { 1: 'd12fe9915d5996c7', 2: '765534e56cc19e4d' };

const schemaHash = (): string => {
  const described: Record<string, unknown> = {};
  const addSchema = (name: string, value: unknown): void => {
    if (value instanceof protocol.z.ZodMiniType) {
      described[name] = protocol.z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' });
    }
  };
  for (const [name, value] of Object.entries(protocol)) addSchema(name, value);
  for (const [name, declaration] of Object.entries(protocol.mutations)) {
    described[`mutation ${name}`] = [declaration.version, declaration.method, declaration.path];
    addSchema(`mutation ${name} args`, declaration.args);
  }
  for (const [name, schema] of Object.entries(protocol.serverEvents))
    addSchema(`server event ${name}`, schema);
  for (const [name, schema] of Object.entries(protocol.clientEvents))
    addSchema(`client event ${name}`, schema);
  for (const [kind, { status, retry }] of Object.entries(protocol.errorKinds))
    described[`error ${kind}`] = [status, retry];
  return createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16);
};

it('keeps the wire as it is until PROTOCOL_VERSION changes', () => {
  // Failing? The wire has changed: read version.ts, then put the new hash here in the commit that says why.
  expect(schemaHash()).toBe(HASHES[protocol.PROTOCOL_VERSION]);
});

it('answers clients of its own version', () => {
  expect(protocol.PROTOCOL_FLOOR).toBeLessThanOrEqual(protocol.PROTOCOL_VERSION);
});
