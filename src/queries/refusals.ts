import type { ErrorDetail, MutationName } from '../../protocol/index.ts';
import { isMark } from '../../sync/index.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What the server, or something on the way to it, has said no to. `name` is null for a file. */
export type Refusal = {
  readonly id: string;
  readonly name: MutationName | null;
  readonly error: ErrorDetail | null;
};

/**
 * Which changes are refused on this device now; undefined until it is read. What another one took along is not
 * listed beside it: a file beside the message that names it, or what waited behind a refused post.
 */
export function useRefusals(): readonly Refusal[] | undefined {
  return useLocalQuery({
    name: 'refusals',
    stores: ['outbox', 'uploads'],
    read: async (db) => {
      const [rows, files] = await Promise.all([
        db.outbox.filter(({ state }) => state === 'rejected' || state === 'parked').toArray(),
        db.uploads.filter(({ state }) => state === 'failed').toArray(),
      ]);
      const named = new Set(rows.flatMap((row) => row.files));
      return [
        ...rows
          .filter(({ name, blockedBy }) => !isMark(name) && blockedBy === null)
          .map(({ id, name, error }): Refusal => ({ id, name, error })),
        ...files
          .filter(({ id }) => !named.has(id))
          .map(({ id, error }): Refusal => ({ id, name: null, error })),
      ];
    },
  });
}
