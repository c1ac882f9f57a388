import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** The id, as in its log lines, of the request that is being answered here; null outside of one. */
export const currentRequestId = (): string | null => current.getStore() ?? null;

/** Runs the work as part of a request. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work);
