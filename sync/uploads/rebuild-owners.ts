import type { MutationName } from '../../protocol/index.ts';
import { filesNamedBy } from '../effects/known.ts';
import {
  type FileOwner,
  filesOfPostDraft,
  type StoreName,
  type StoreRows,
  type WriteAheadRowOf,
} from '../storage/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../storage/storage.ts';
import { addFiles, isCarrier, LEFT_MS, ownerOf, SHOWN_MS, setFiles } from './file-owners.ts';
import type { UploadRow } from './upload-row.ts';

const namingStores = ['outbox', 'writeAhead', 'chatDrafts', 'postDrafts', 'uploads', 'fileOwners'] as const;
export const ownerCheckStores: readonly StoreName[] = namingStores;
/** Every row that names a file, and the owners that are written down. */
export type NamingRows = { readonly [S in (typeof namingStores)[number]]: readonly StoreRows[S][] };

export const readNamingRows = async (tx: ReadTransaction): Promise<NamingRows> => {
  const [outbox, writeAhead, chatDrafts, postDrafts, uploads, fileOwners] = await Promise.all([
    tx.getAll('outbox'),
    tx.getAll('writeAhead'),
    tx.getAll('chatDrafts'),
    tx.getAll('postDrafts'),
    tx.getAll('uploads'),
    tx.getAll('fileOwners'),
  ]);
  return { outbox, writeAhead, chatDrafts, postDrafts, uploads, fileOwners };
};

const ofAhead = <N extends MutationName>(row: WriteAheadRowOf<N>): readonly string[] => filesNamedBy<N>(row);
const idsOf = (files: readonly { id: string }[] = []): string[] => files.map(({ id }) => id);

/** What the rows name, by the owner that each has to have. */
const namedByRows = (rows: NamingRows): Map<FileOwner, readonly string[]> => {
  const films = new Set(rows.uploads.map(({ id }) => id));
  const stills = rows.uploads.filter(
    ({ state, posterOf }) => state !== 'done' && posterOf !== null && films.has(posterOf),
  );
  const named: [FileOwner, readonly string[]][] = [
    ...rows.outbox.map((row) => [ownerOf('outbox', row.id), row.files] as const),
    ...rows.writeAhead.map((row) => [ownerOf('ahead', row.id), ofAhead(row)] as const),
    ...rows.chatDrafts.map((row) => [ownerOf('draft', row.id), idsOf(row.files)] as const),
    ...rows.postDrafts.map((row) => [ownerOf('post', row.id), filesOfPostDraft(row)] as const),
    ...stills.map(({ id, posterOf }) => [ownerOf('film', posterOf ?? ''), [id]] as const),
  ].map(([owner, files]) => [owner, files]);
  return new Map(named.filter(([, files]) => files.length > 0));
};

/** Owners without a row of their own: composers, messages that have arrived, and what a recorded mutation has replaced. */
const standsAlone = (rows: NamingRows): ((owner: FileOwner) => boolean) => {
  const replaced = new Set(rows.writeAhead.flatMap(({ owners = [] }) => owners));
  const alone: readonly string[] = ['tray', 'left', 'message'];
  return (owner) => replaced.has(owner) || alone.includes(owner.slice(0, owner.indexOf(':')));
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((id) => b.includes(id));

/** Where the owners that are written down differ from what the rows name, as text for diagnosis. */
export const ownerFaults = (rows: NamingRows): string[] => {
  const named = namedByRows(rows);
  const isAlone = standsAlone(rows);
  const written = new Map(rows.fileOwners.map(({ owner, files }) => [owner, files]));
  const owned = new Set(rows.fileOwners.flatMap(({ files }) => files));
  const carried = new Set(rows.fileOwners.flatMap(({ owner, files }) => (isCarrier(owner) ? files : [])));
  return [
    ...[...named]
      .filter(([owner, files]) => !isSame(files, written.get(owner) ?? []))
      .map(([owner]) => `${owner} does not own what it names`),
    ...[...written.keys()]
      .filter((owner) => !named.has(owner) && !isAlone(owner))
      .map((owner) => `${owner} owns files and names none`),
    ...rows.uploads
      .filter(({ id, state }) => state !== 'done' && !owned.has(id))
      .map(({ id, state }) => `nothing owns ${id}, which is ${state}`),
    ...rows.uploads
      .filter(({ state }) => state === 'queued' || state === 'sending' || state === 'paused')
      .filter(({ id, posterOf }) => posterOf === null && !carried.has(id))
      .map(({ id, state }) => `nothing waits for ${id}, which is ${state}`),
  ];
};

/** Words that have arrived and wait for these files; a message that this device holds no more is known by its file. */
const awaitingMessages = async (
  tx: ReadTransaction,
  files: readonly string[],
): Promise<[owner: FileOwner, file: string][]> => {
  const messages = files.length === 0 ? [] : await tx.getAll('messages');
  const waiting = messages.flatMap(({ id, media }) =>
    media.flatMap((one): [FileOwner, string][] =>
      one.state === 'awaited' && files.includes(one.id) ? [[ownerOf('message', id), one.id]] : [],
    ),
  );
  const found = new Set(waiting.map(([, file]) => file));
  const others = files.filter((id) => !found.has(id));
  return [...waiting, ...others.map((id): [FileOwner, string] => [ownerOf('message', id), id])];
};

/**
 * Writes the owners of files as the rows name them, over `ownerCheckStores` and `messages`: for a database of an earlier
 * release, and where the two differ. What was to be sent goes on.
 * @param keptMs how long after they were picked files stay that nothing names: a composer may show them
 */
export const rebuildOwners = async (tx: WriteTransaction, keptMs: number): Promise<void> => {
  const rows = await readNamingRows(tx);
  const named = namedByRows(rows);
  const isAlone = standsAlone(rows);
  for (const { owner } of rows.fileOwners)
    if (!named.has(owner) && !isAlone(owner)) await setFiles(tx, owner, []);
  for (const [owner, files] of named) await setFiles(tx, owner, files);
  const kept = await tx.getAll('fileOwners');
  const owned = new Set(kept.flatMap(({ files }) => files));
  const carried = new Set(kept.flatMap(({ owner, files }) => (isCarrier(owner) ? files : [])));
  const open = rows.uploads.filter(({ state }) => state !== 'done');
  // A picked file that could not be prepared was not on its way.
  const toBeSent = open.filter(
    ({ id, state, posterOf }) =>
      state !== 'held' && posterOf === null && !carried.has(id) && (state !== 'failed' || !owned.has(id)),
  );
  for (const [owner, file] of await awaitingMessages(tx, idsOf(toBeSent))) {
    await addFiles(tx, owner, [file]);
    owned.add(file);
  }
  for (const { id, createdAt } of open)
    if (!owned.has(id)) await setFiles(tx, ownerOf('left', id), [id], createdAt + keptMs);
};

/** Until schema 6 a file's own row said which composers show it, and what else owned it was found out where it mattered. */
type EarlierUploadRow = UploadRow & { readonly trays?: readonly string[] };

/** Gives the files of an earlier release their owners. */
export const adoptFiles = async (tx: WriteTransaction): Promise<void> => {
  const files: readonly EarlierUploadRow[] = await tx.getAll('uploads');
  for (const { trays, ...row } of files) {
    if (trays === undefined) continue;
    await tx.put('uploads', [row]);
    for (const tray of trays) await addFiles(tx, ownerOf('tray', tray), [row.id], row.createdAt + SHOWN_MS);
  }
  await rebuildOwners(tx, LEFT_MS);
};
