import { newId, z } from '../../../protocol/index.ts';

type Schema = z.core.$ZodType;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value;

/** The schemas among what a module exports. */
export const schemasOf = (module: Record<string, unknown>): [string, z.ZodMiniType][] =>
  Object.entries(module).flatMap(([name, value]): [string, z.ZodMiniType][] =>
    value instanceof z.ZodMiniType ? [[name, value]] : [],
  );

/** Something of a schema's shape that has `text` wherever a text may stand, and as each key that may be named. */
export const fillSchema = (schema: unknown, text: string, depth = 0): unknown => {
  if (!isSchema(schema) || depth > 12) return text;
  const fill = (inner: unknown): unknown => fillSchema(inner, text, depth + 1);
  const { def } = schema._zod;
  const of: Record<string, unknown> = { ...def };
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(Object(of.shape)).map(([key, value]): [string, unknown] => [key, fill(value)]),
      );
    case 'array':
      return [fill(of.element)];
    case 'tuple':
      return Array.isArray(of.items) ? of.items.map(fill) : [];
    case 'record':
      return { [newId()]: fill(of.valueType), [text]: fill(of.valueType) };
    case 'union':
      return Array.isArray(of.options) ? fill(of.options[0]) : text;
    case 'pipe':
      return fill(of.in);
    case 'lazy':
      return fill(typeof of.getter === 'function' ? of.getter() : undefined);
    case 'literal':
      return Array.isArray(of.values) ? of.values[0] : text;
    case 'enum':
      return Object.values(Object(of.entries))[0];
    case 'int':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'innerType' in of ? fill(of.innerType) : text;
  }
};
