import type { z } from '../../protocol/index.ts';
import { answerKey } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

const parse = <T>(schema: z.ZodMiniType<T>, value: unknown): T | null => {
  try {
    return schema.safeParse(JSON.parse(String(value))).data ?? null;
  } catch {
    return null;
  }
};

/**
 * What the server has last answered to a look-up, as this device has kept it; undefined while it is read, null: nothing, or
 * what another release has kept.
 */
export function useKeptAnswer<T>(question: string, schema: z.ZodMiniType<T>): T | null | undefined {
  return useLocalQuery({
    name: answerKey(question),
    stores: ['meta'],
    read: async (db) => {
      const row = await db.meta.get(answerKey(question));
      return row === undefined ? null : parse(schema, row.value);
    },
  });
}
