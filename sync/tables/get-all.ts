import { resultOf } from './requests.ts';

/** Which records, in which order, and how many at most. */
export type Selection = {
  readonly range: IDBKeyRange | null;
  readonly direction: 'next' | 'prev';
  readonly limit: number;
};

type GetAllOptions = { query?: IDBKeyRange | null; count?: number; direction?: IDBCursorDirection };

declare global {
  // IndexedDB 3.0: https://w3c.github.io/IndexedDB/#dictdef-idbgetalloptions (Chromium 141)
  interface IDBObjectStore {
    getAll<Row>(options: GetAllOptions): IDBRequest<Row[]>;
    getAllKeys<K extends IDBValidKey>(
      rangeOrOptions: IDBKeyRange | null | GetAllOptions,
      count?: number,
    ): IDBRequest<K[]>;
  }
  interface IDBIndex {
    getAll<Row>(options: GetAllOptions): IDBRequest<Row[]>;
    getAllKeys<K extends IDBValidKey>(
      rangeOrOptions: IDBKeyRange | null | GetAllOptions,
      count?: number,
    ): IDBRequest<K[]>;
  }
}

/** Came together with the options of `getAll`, which cannot be asked for otherwise. */
const knowsDirection = (from: IDBObjectStore | IDBIndex): boolean => 'getAllRecords' in from;

const optionsOf = ({ range, direction, limit }: Selection): GetAllOptions => ({
  query: range,
  direction,
  ...(limit === Number.POSITIVE_INFINITY ? {} : { count: limit }),
});

/** Visits records one by one until `visit` says that it has enough. */
export const walk = (
  from: IDBObjectStore | IDBIndex,
  { range, direction }: Pick<Selection, 'range' | 'direction'>,
  visit: (cursor: IDBCursorWithValue) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = from.openCursor(range, direction);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      try {
        if (cursor === null || !visit(cursor)) resolve();
        else cursor.continue();
      } catch (error) {
        reject(error);
      }
    };
  });

const countOf = (limit: number): number | undefined =>
  limit === Number.POSITIVE_INFINITY ? undefined : limit;

/** Records in one answer, backwards too, or one after the other where the browser cannot do that. */
export const getAll = async <Row>(from: IDBObjectStore | IDBIndex, selection: Selection): Promise<Row[]> => {
  const { range, direction, limit } = selection;
  if (direction === 'next') return resultOf<Row[]>(from.getAll(range, countOf(limit)));
  if (knowsDirection(from)) return resultOf(from.getAll<Row>(optionsOf(selection)));
  const rows: Row[] = [];
  await walk(from, selection, (cursor) => rows.push(cursor.value) < limit);
  return rows;
};

/** The primary keys of records. What a store's keys are is known to whoever has made it. */
export const getAllKeys = async <K extends IDBValidKey>(
  from: IDBObjectStore | IDBIndex,
  selection: Selection,
): Promise<K[]> => {
  const { range, direction, limit } = selection;
  if (direction === 'next') return resultOf(from.getAllKeys<K>(range, countOf(limit)));
  if (knowsDirection(from)) return resultOf(from.getAllKeys<K>(optionsOf(selection)));
  return (await resultOf(from.getAllKeys<K>(range))).reverse().slice(0, limit);
};
