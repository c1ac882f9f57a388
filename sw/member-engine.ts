import { type Engine, openWorkerEngine } from '../sync/index.ts';
import { checkedApiBase } from './api-base.ts';
import { worker } from './scope.ts';
import { readSession } from './session.ts';

/** Null: whoever registered this worker named an address that is not ours. */
export const apiBase = checkedApiBase(
  new URL(worker.location.href),
  (import.meta.env['VITE_API_BASE'] ?? '').split(',').filter(Boolean),
);

/** Runs something with the engine of whoever is signed in. @returns null when nobody is, and what is frozen stays so */
export const withEngine = async <R>(action: (engine: Engine) => Promise<R>): Promise<R | null> => {
  if (apiBase === null) return null;
  const session = await readSession();
  if (session === null) return null;
  const { userId, token } = session;
  const engine = await openWorkerEngine({ userId, baseUrl: apiBase, token: () => token });
  try {
    return await action(engine);
  } finally {
    await engine.close();
  }
};
