import type { MessageRow, UserRow } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';

/** A message of the gallery: the device's own, or one that only the server has. */
export type Shown = {
  readonly message: LocalMessage | MessageRow;
  readonly isAway: boolean;
  /** Who sent it, as the server says. */
  readonly sentBy: UserRow | undefined;
};
