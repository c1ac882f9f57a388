import type { UnindexedRow } from './rows.ts';

/** So many ids in one row at most: a page of messages is one write to the queue instead of fifty. */
const IDS_MAX = 50;
const SEPARATOR = ',';
/** Sorts behind every id: what came is indexed before what then changed is looked for in the index. */
const HELD = '~';

/** The messages that a row of the queue names. */
export const idsOfUnindexed = (key: string): string[] => key.replace(HELD, '').split(SEPARATOR);

/** Rows of the queue for messages whose words came, changed or went. */
export const toUnindexed = (changed: readonly { id: string; wasHeld: boolean }[]): UnindexedRow[] =>
  [false, true].flatMap((wasHeld) => {
    const ids = changed.filter((one) => one.wasHeld === wasHeld).map(({ id }) => id);
    const rows: UnindexedRow[] = [];
    for (let at = 0; at < ids.length; at += IDS_MAX)
      rows.push({ id: `${wasHeld ? HELD : ''}${ids.slice(at, at + IDS_MAX).join(SEPARATOR)}`, wasHeld });
    return rows;
  });
