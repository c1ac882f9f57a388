import fc from 'fast-check';
import { z } from '../../protocol/index.ts';

/** Where a field stands in a value: object keys, and `0` for the first item of an array. */
export type Path = readonly string[];

/** Stands for any key of a record: an id, as those of our records are. */
export const RECORD_KEY = '01935a3e-0000-7000-8000-0000000000aa';

const node = z.looseObject({
  /** Several of a plain type that may be null. */
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  additionalProperties: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.json())),
  const: z.optional(z.json()),
});

/** What a schema asks for on the wire, as JSON Schema; refinements do not show, which is why samples may be refused. */
export const toWireSchema = (schema: z.ZodMiniType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Every field a schema names, however deep. */
export function listFields(schema: unknown, at: Path = []): Path[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = node.parse(schema);
  const below = Object.entries(properties).flatMap(([key, value]) => [
    [...at, key],
    ...listFields(value, [...at, key]),
  ]);
  const inItems = items === undefined ? [] : [[...at, '0'], ...listFields(items, [...at, '0'])];
  const inRecord =
    typeof additionalProperties === 'object' && additionalProperties !== null
      ? [[...at, RECORD_KEY], ...listFields(additionalProperties, [...at, RECORD_KEY])]
      : [];
  const branches = [...anyOf, ...oneOf].flatMap((branch) => listFields(branch, at));
  const all: Path[] = [...below, ...inItems, ...inRecord, ...branches];
  return [...new Map(all.map((path) => [path.join('/'), path])).values()];
}

/** A copy of `value` with `replacement` at `path`; what is missing on the way is made. */
export function withField(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return [withField(value[0], rest, replacement), ...value.slice(1)];
  if (key === '0' && !isRecord(value)) return [withField(undefined, rest, replacement)];
  const record = isRecord(value) ? value : {};
  return { ...record, [key]: withField(record[key], rest, replacement) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of about the right shape: ids that exist, ids that do not, right and wrong types, fields missing and added. */
export function arbitraryOf(schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  const noise = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 40 }));
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, ids) }, { weight: 1, arbitrary: noise });
}

function fitting(schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { type, format, properties, items, anyOf, oneOf, enum: options, const: only } = node.parse(schema);
  const branches = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => fitting({ ...Object(schema), type: one }, ids)));
  if (only !== undefined) return fc.constant(only);
  if (options !== undefined) return fc.constantFrom(...options);
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, ids)));
  if (properties !== undefined) {
    const model = Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, arbitraryOf(value, ids)]),
    );
    return fc.record(model, { requiredKeys: [] });
  }
  if (items !== undefined) return fc.array(arbitraryOf(items, ids), { maxLength: 5 });
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer({ min: -1, max: 5 }), fc.integer(), fc.maxSafeInteger(), fc.double());
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date-time') return fc.date().map(String);
  return fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
}
