import { useEngineStatus } from '../session/services.tsx';

/**
 * What an empty list means on a device that the server has not answered yet: `pulling` that it is unknown and is being
 * asked, `notDownloaded` that it cannot be asked now; null: that there is nothing.
 */
export function useUnknownList(): 'pulling' | 'notDownloaded' | null {
  const { lastSyncedAt, connection, paused } = useEngineStatus();
  if (lastSyncedAt !== null) return null;
  return connection === 'offline' || paused !== null ? 'notDownloaded' : 'pulling';
}
