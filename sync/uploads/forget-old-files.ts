import type { MutationName } from '../../protocol/index.ts';
import type { Effect } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import type { WriteAheadRowOf } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { dropBytes, forgetFiles } from './file-store.ts';
import { namedFiles } from './queue-files.ts';

/** How long a picked file stays that was never sent. */
const HELD_MS = 30 * 24 * 3_600_000;
/** Bytes of files that have arrived stay up to this size in all, so that one's own picture is not loaded again. */
const KEPT_BYTES_MAX = 50 * 1_024 * 1_024;

/** The files that a recorded mutation will name in the outbox. */
const filesAhead = <N extends MutationName>({ name, args }: WriteAheadRowOf<N>): readonly string[] => {
  const effect: Effect<N> = effects[name];
  return effect.files?.(args).ids ?? [];
};

/**
 * Deletes the bytes of files that have arrived, oldest first, above `maxBytes`; and files that were picked weeks ago. Never
 * those that the outbox, a recorded mutation or a draft names.
 */
export const forgetOldFiles = (storage: Storage, now: number, maxBytes = KEPT_BYTES_MAX): Promise<void> =>
  storage.write(['uploads', 'blobs', 'outbox', 'writeAhead', 'drafts', 'postDrafts'], async (tx) => {
    const named = namedFiles(await tx.getAll('outbox'));
    for (const row of await tx.getAll('writeAhead')) for (const id of filesAhead(row)) named.add(id);
    const drafts = [...(await tx.getAll('drafts')), ...(await tx.getAll('postDrafts'))];
    for (const { files = [] } of drafts) for (const { id } of files) named.add(id);
    const rows = await tx.getAll('uploads');
    const forgotten = rows.filter(
      (row) => row.state === 'held' && now - row.createdAt > HELD_MS && !named.has(row.id),
    );
    await forgetFiles(
      tx,
      forgotten.map(({ id }) => id),
    );
    const arrived = rows
      .filter((row) => row.state === 'done' && row.hasBytes && !named.has(row.id))
      .sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0));
    let kept = 0;
    for (const row of arrived) {
      kept += row.size;
      if (kept > maxBytes) await dropBytes(tx, row);
    }
  });
