import type { EngineRole } from '../engine-status.ts';
import type { Start } from '../outbox/read-start.ts';
import type { Ports } from '../platform/ports.ts';
import type { Storage } from '../storage/storage.ts';

export type EngineOptions = {
  userId: string;
  deviceId: string;
  /** The id that this database got when it was made. */
  databaseId: string;
  /** What the database holds, where it was read already. */
  start?: Start;
  /** The database is new although this member had one on this device: what it held is lost. */
  wasDeleted: boolean;
  /** How much unsent work the page itself saw vanish with the database before this one. */
  knownLost?: number;
  role: EngineRole;
  token: () => string | null;
  storage: Storage;
  ports: Ports;
  /** Our server itself has said that the session is over. */
  onSessionDead: () => void;
  /** Faults that must be looked at. Being offline is none. */
  onError: (error: unknown) => void;
};
