import { LIMITS } from './limits.ts';
import { freeText } from './text.ts';
import { z } from './zod.ts';

/** A query parameter that is a positive integer: page numbers and sequence numbers arrive as text. */
export const positiveInt = (max: number) => z.coerce.number().int().positive().max(max);

/** A query parameter that is `true` or `false`. */
export const flag = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

/**
 * The list query of specification §3 and §9, with the opaque `cursor` of decisions.md §1.
 * @param orderBy what this resource may be ordered by; the first is the default, anything else is a 400.
 */
export const listQuery = <const T extends readonly [string, ...string[]]>(orderBy: T) =>
  z.object({
    search: freeText(LIMITS.searchMax).optional(),
    page: positiveInt(LIMITS.pageMax).default(1),
    perPage: positiveInt(LIMITS.perPageMax).default(LIMITS.perPageDefault),
    orderBy: z.enum(orderBy).optional(),
    orderDir: z.enum(['ASC', 'DESC']).optional(),
    cursor: z.string().max(500).optional(),
  });
