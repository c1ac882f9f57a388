import { useLocalQuery } from './use-local-query.ts';

/** Seen marks that the server refused, as of a chat one was removed from meanwhile. */
export function useRefusedMarks(): readonly string[] | undefined {
  return useLocalQuery({
    name: 'refused marks',
    stores: ['outbox'],
    read: async (db) => {
      const refused = await db.outbox.where('state').anyOf('rejected', 'parked').toArray();
      return refused.filter((row) => row.name === 'markSeen').map((row) => row.id);
    },
  });
}
