/** What a request of a transaction answers. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Requests of a transaction are served in order, and one that fails ends it: when the last is done, all are. */
export const resultsOf = async <T>(requests: readonly IDBRequest<T>[]): Promise<T[]> => {
  const last = requests.at(-1);
  if (last === undefined) return [];
  await resultOf(last);
  return requests.map(({ result }) => result);
};

/** What a request failed with has ended the transaction; what the requests after it say is only that. */
const causeOf = (tx: IDBTransaction, error: unknown): unknown => tx.error ?? error;

/**
 * Runs an action in one transaction: its promises live in the callbacks of their requests, so that nothing but the
 * transaction may be awaited in it.
 * @param onDurable is called when what was written is on the disk, before anybody who waits for it goes on
 * @returns what the action returned: of a reading one at once, of a writing one when all of it is durable
 */
export const runTransaction = <R>(
  connection: IDBDatabase,
  stores: readonly string[],
  mode: 'readonly' | 'readwrite',
  action: (tx: IDBTransaction) => Promise<R>,
  onDurable: () => void = () => undefined,
): Promise<R> => {
  if (mode === 'readonly') {
    const tx = connection.transaction(stores, mode);
    return action(tx).catch((error: unknown) => {
      throw causeOf(tx, error);
    });
  }
  return new Promise((resolve, reject) => {
    // Strict: "queued" on the screen means that a power cut does not lose it (0.3 ms, measured).
    const tx = connection.transaction(stores, mode, { durability: 'strict' });
    const result = action(tx).then((found) => {
      // A page that is frozen between its last write and the auto-commit would block every other tab (measured).
      tx.commit();
      return found;
    });
    tx.onabort = () => reject(tx.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
    tx.oncomplete = () => {
      onDurable();
      result.then(resolve, reject);
    };
    result.catch((error: unknown) => {
      reject(causeOf(tx, error));
      try {
        tx.abort();
      } catch {
        // It is over already.
      }
    });
  });
};
