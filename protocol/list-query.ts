import { LIMITS } from './limits.ts';
import { freeText } from './text.ts';
import { z } from './zod.ts';

/** A query parameter that is a positive integer: page numbers and sequence numbers arrive as text. */
export const positiveInt = (max: number) => z.coerce.number().check(z.int(), z.positive(), z.maximum(max));

/** A query parameter that is `true` or `false`. */
export const flag = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

/**
 * The list query of specification §3 and §9, with the opaque `cursor` of docs/decisions/0001.
 * @param orderBy what this resource may be ordered by; the first is the default, anything else is a 400.
 */
export const listQuery = <const T extends readonly [string, ...string[]]>(orderBy: T) =>
  z.object({
    search: z.optional(freeText(LIMITS.searchMax)),
    page: z._default(positiveInt(LIMITS.pageMax), 1),
    perPage: z._default(positiveInt(LIMITS.perPageMax), LIMITS.perPageDefault),
    orderBy: z.optional(z.enum(orderBy)),
    orderDir: z.optional(z.enum(['ASC', 'DESC'])),
    cursor: z.optional(z.string().check(z.maxLength(500))),
  });
