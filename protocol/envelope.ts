import { instant } from './text.ts';
import { z } from './zod.ts';

/** One thing: `{ data }` (docs/decisions/0001). */
export const one = <T extends z.ZodMiniType>(data: T) => z.object({ data });

export const listMeta = z.object({
  page: z.int(),
  perPage: z.int(),
  total: z.int(),
  totalPages: z.int(),
  nextCursor: z.nullable(z.string()),
  serverTime: instant(),
});
export type ListMeta = z.infer<typeof listMeta>;

/** A list: `{ data: [...], meta }` (docs/decisions/0001). */
export const list = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item), meta: listMeta });
