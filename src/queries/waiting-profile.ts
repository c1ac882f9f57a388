import type { LocalTables, OutboxRowOf } from '../../sync/index.ts';

export type WaitingProfile = OutboxRowOf<'updateProfile'>;

/** A change of one's profile that waits in the outbox, read once: from then on the form knows. `null` when it waits no longer. */
export const readWaitingProfile = async (db: LocalTables, id: string): Promise<WaitingProfile | null> => {
  const row = await db.outbox.where('id').equals(id).first();
  return row?.name === 'updateProfile' ? row : null;
};
