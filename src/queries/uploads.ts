import { HEIC, type LocalTables, type UploadRow } from '../../sync/index.ts';
import { useExternalValue } from '../app/use-observable.ts';
import { useEngine } from '../session/services.tsx';
import { useLocalQuery } from './use-local-query.ts';

/** Files of this device, by the ids that a message or a draft names; those of others are left out. */
export const readUploads = async (
  { db }: { readonly db: LocalTables },
  ids: readonly string[],
): Promise<UploadRow[]> => (await db.uploads.bulkGet([...ids])).filter((row) => row !== undefined);

export type Uploads = ReadonlyMap<string, UploadRow>;
const NONE: Uploads = new Map();

/** What this device knows of these files: those that it sends itself, or has sent. */
export function useUploads(ids: readonly string[]): Uploads {
  return (
    useLocalQuery({
      name: `uploads ${ids.join(' ')}`,
      stores: ['uploads'],
      read: async (db) => {
        // One that asks nothing would end the transaction.
        const rows = await db.uploads.bulkGet(ids.length === 0 ? [''] : [...ids]);
        return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row]])));
      },
    }) ?? NONE
  );
}

export type HeldPictures = {
  readonly drawn: ReadonlySet<string>;
  /** Not converted yet: few browsers draw them, and the server has nothing of them. */
  readonly waiting: ReadonlySet<string>;
};

export const NO_PICTURES: HeldPictures = { drawn: new Set(), waiting: new Set() };

const idsOf = (rows: readonly UploadRow[], isMeant: (mime: string) => boolean): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, mime }) => (isMeant(mime) ? [id] : [])));

/** Pictures whose bytes this device holds: one's own new face among them, before anybody else can see it. */
export function useHeldPictures(): HeldPictures {
  return (
    useLocalQuery({
      name: 'held pictures',
      stores: ['uploads'],
      read: async (db) => {
        const rows = await db.uploads.toArray();
        const held = rows.filter((row) => row.kind === 'image' && row.hasBytes);
        return { drawn: idsOf(held, (mime) => mime !== HEIC), waiting: idsOf(held, (mime) => mime === HEIC) };
      },
    }) ?? NO_PICTURES
  );
}

/** How much of a file has been sent, from 0 to 1; null while this tab sends nothing of it. */
export function useUploadProgress(id: string, size: number): number | null {
  const { files } = useEngine();
  const sent = useExternalValue(files.progress, () => files.progress.value.get(id) ?? null);
  return sent === null || size === 0 ? null : Math.min(1, sent / size);
}
