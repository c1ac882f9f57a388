import { type Engine, openDeviceStore, openWorkerEngine } from '../sync/index.ts';
import { checkedApiBase } from './api-base.ts';
import { worker } from './scope.ts';

const apiBase = checkedApiBase(
  new URL(worker.location.href),
  (import.meta.env['VITE_API_BASE'] ?? '').split(',').filter(Boolean),
);

/** Runs something with the engine of whoever is signed in. @returns null when nobody is, and what is frozen stays so */
export const withEngine = async <R>(action: (engine: Engine) => Promise<R>): Promise<R | null> => {
  if (apiBase === null) return null;
  const device = openDeviceStore();
  const { userId, token } = await device.readDevice().finally(() => device.close());
  if (userId === null || token === null) return null;
  const engine = await openWorkerEngine({ userId, baseUrl: apiBase, token: () => token });
  try {
    return await action(engine);
  } finally {
    await engine.close();
  }
};
