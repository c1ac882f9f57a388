import type { MutationName } from '../../protocol/index.ts';
import type { Effect } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import type { StoreName, WriteAheadRowOf } from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { forgetFiles } from './file-store.ts';
import { namedFiles } from './queue-files.ts';
import type { UploadRow } from './upload-row.ts';

/** What `ownedFiles` reads. */
export const ownerStores: readonly StoreName[] = ['outbox', 'writeAhead', 'chatDrafts', 'postDrafts'];

/** The files that a recorded mutation will name in the outbox. */
const filesAhead = <N extends MutationName>({ name, args }: WriteAheadRowOf<N>): readonly string[] => {
  const effect: Effect<N> = effects[name];
  return effect.files?.(args).ids ?? [];
};

/** Files that the outbox, a recorded mutation or a draft names. */
export const ownedFiles = async (tx: ReadTransaction): Promise<Set<string>> => {
  const owned = namedFiles(await tx.getAll('outbox'));
  for (const row of await tx.getAll('writeAhead')) for (const id of filesAhead(row)) owned.add(id);
  for (const { files = [] } of [...(await tx.getAll('chatDrafts')), ...(await tx.getAll('postDrafts'))])
    for (const { id } of files) owned.add(id);
  return owned;
};

export const isInTray = ({ trays = [] }: UploadRow): boolean => trays.length > 0;

/**
 * Forgets those of `rows` that nothing owns: no tray shows them, nothing stored names them, and they are not on their way for
 * a message whose words have gone ahead. The still of a video goes with it.
 */
export const forgetUnowned = async (tx: WriteTransaction, rows: readonly UploadRow[]): Promise<void> => {
  const free = rows.filter((row) => row.state === 'held' && !isInTray(row));
  if (free.length === 0) return;
  const owned = await ownedFiles(tx);
  const gone = free.filter(
    ({ id, posterOf }) => !owned.has(id) && !(posterOf !== null && owned.has(posterOf)),
  );
  await forgetFiles(
    tx,
    gone.flatMap(({ id, posterId }) => (posterId === null ? [id] : [id, posterId])),
  );
};
