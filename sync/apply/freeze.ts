import { fold } from '../rebase/fold.ts';
import { createRows } from '../rebase/rows.ts';
import { isUnsettled } from '../rebase/settle.ts';
import type { RowKey, StoreName } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { isCarrier, ownerOf } from '../uploads/file-owners.ts';
import { forgetUnowned } from '../uploads/file-store.ts';
import { setDatabaseId } from './database-id.ts';
import { loadRows, writeRows, writeShadows } from './row-io.ts';
import { readScopeSet, setScopeSet } from './scope-set.ts';

/** What becomes of each store when its member signs out with unsent work. A new store needs an entry here. */
const fates: Record<StoreName, 'kept' | 'emptied' | 'refilled'> = {
  outbox: 'kept',
  writeAhead: 'kept',
  // Only what the unsent work itself puts there: no word of anybody else.
  users: 'refilled',
  settings: 'refilled',
  friendships: 'refilled',
  chats: 'refilled',
  members: 'refilled',
  memberships: 'refilled',
  invitations: 'refilled',
  messages: 'refilled',
  pinnedMessages: 'refilled',
  hidden: 'refilled',
  starredMessages: 'refilled',
  posts: 'refilled',
  comments: 'refilled',
  likes: 'refilled',
  hiddenPosts: 'refilled',
  blocks: 'refilled',
  authorMutes: 'refilled',
  shadows: 'refilled',
  meta: 'refilled',
  tombstones: 'emptied',
  cursors: 'emptied',
  coverage: 'emptied',
  chatDrafts: 'emptied',
  // Of these, what the unsent work does not own goes below.
  uploads: 'kept',
  blobs: 'kept',
  fileOwners: 'kept',
  postDrafts: 'emptied',
  // The index goes as a whole; its first pass finds what is here.
  unindexed: 'refilled',
  pins: 'emptied',
};

const isStoreName = (name: string): name is StoreName => Object.hasOwn(fates, name);
const storeNames: readonly StoreName[] = Object.keys(fates).filter(isStoreName);

/**
 * Freezes a member's database: the outbox stays, with what its items themselves say, and everything the server ever said
 * is removed, in one transaction. It thaws by being opened: no cursor is left, so the first pull brings everything back
 * under the effects that wait. The new id keeps tabs that have slept through it from writing into it again.
 * @returns how many items are kept
 */
export const freezeStorage = (
  storage: Storage,
  { userId, databaseId }: { userId: string; databaseId: string },
): Promise<number> =>
  storage.write(storeNames, async (tx) => {
    const outbox = await tx.getAll('outbox');
    const scopeSet = await readScopeSet(tx);
    for (const store of storeNames) if (fates[store] !== 'kept') await tx.clear(store);
    const recorded = await tx.getAll('writeAhead');
    const atWork = new Set(recorded.flatMap(({ id, owners = [] }) => [ownerOf('ahead', id), ...owners]));
    const owners = (await tx.getAll('fileOwners')).map(({ owner }) => owner);
    await tx.delete(
      'fileOwners',
      owners.filter((owner) => !isCarrier(owner) && !owner.startsWith('film:') && !atWork.has(owner)),
    );
    const files = await tx.getAll('uploads');
    await forgetUnowned(
      tx,
      files.map(({ id }) => id),
      true,
    );
    await setDatabaseId(tx, databaseId);
    // Numbers of the scope set go on: an answer that was asked for before must not be applied after.
    await setScopeSet(tx, scopeSet + 1);

    const unsettled = outbox.filter(isUnsettled);
    const touched = new Set<RowKey>(unsettled.flatMap((row) => row.touches));
    const base = await loadRows(tx, touched);
    await writeRows(tx, createRows(), fold(base, unsettled, { userId, ownSeqs: () => [] }));
    await writeShadows(tx, { keys: touched, before: [], base, isTouched: () => true });
    return outbox.length;
  });
