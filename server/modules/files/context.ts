import type { TakeFromBucket } from '../../plugins/buckets.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import type { SyncServices } from '../sync/context.ts';
import type { FreeBytes } from './disk-floor.ts';
import type { Inspector } from './inspector.ts';

/** What the file module needs from the process it runs in. */
export type FileServices = SyncServices & {
  storage: FileStorage;
  inspector: Inspector;
  /** Where uploads lie until they are whole: on this machine, swept at start and after a day. */
  stagingDir: string;
  freeBytes: FreeBytes;
  takeFromBucket: TakeFromBucket;
};
