import { type MutationName, mutations, z } from '../../protocol/index.ts';

/** What a hostile member's arguments are made of. */
export type Pools = {
  /** Ids of every kind: people, computed chats and friendships, and those that were seen. */
  readonly ids: readonly string[];
  /** Ids that others are going to use: tried as often as all the rest together. */
  readonly wanted: readonly string[];
  readonly codes: readonly string[];
};

const node = z.looseObject({
  /** Several of a plain type that may be null. */
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.json())),
});

/** Texts that the schemas of these fields accept; any other text is words. */
const TEXTS: Readonly<Record<string, string>> = {
  ...{ emoji: '👍', url: '/posts/x', birthDate: '1990-05-05', language: 'en-US' },
  preview: 'https://site.example/x',
};
/** Optional fields that would make nearly every command invalid. */
const LEFT_OUT = new Set(['signature', 'alts', 'snapshot', 'note', 'copies']);
/** Optional, and nearly always somebody else's. */
const RARE = new Set(['uniqueCode']);

/**
 * Arguments of the right shape with any id in any place that takes one, by the mutation's own schema.
 * @param choose a natural number, another one at each call
 */
export const hostileArguments = (
  name: MutationName,
  { pools, words, choose }: { pools: Pools; words: string; choose: () => number },
): unknown => {
  const pick = <T>(items: readonly T[]): T | undefined => items[choose() % items.length];
  const isKept = (field: string): boolean => choose() % 4 > (RARE.has(field) ? 2 : 0);
  const fill = (schema: unknown, field: string): unknown => {
    const {
      type: types,
      format,
      properties,
      required = [],
      items,
      anyOf,
      enum: options,
    } = node.parse(schema);
    const type = Array.isArray(types) ? pick(types) : types;
    if (options !== undefined) return pick(options);
    if (anyOf !== undefined) return fill(pick(anyOf), field);
    if (properties !== undefined) {
      const kept = Object.entries(properties).filter(
        ([key]) => required.includes(key) || (!LEFT_OUT.has(key) && isKept(key)),
      );
      return Object.fromEntries(kept.map(([key, value]) => [key, fill(value, key)]));
    }
    if (items !== undefined) return choose() % 2 === 0 ? [] : [fill(items, field)];
    if (type === 'integer' || type === 'number') return choose() % 5;
    if (type === 'boolean') return choose() % 2 === 0;
    if (type === 'null') return null;
    if (format === 'uuid') return choose() % 2 === 0 ? pick(pools.wanted) : pick(pools.ids);
    if (format === 'date-time') return '2026-03-01T08:00:00.000Z';
    return field === 'uniqueCode' ? pick(pools.codes) : (TEXTS[field] ?? words);
  };
  const schema: z.ZodMiniType = mutations[name].args;
  return fill(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name);
};
