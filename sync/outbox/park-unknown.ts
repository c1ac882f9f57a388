import type { UnitRunner } from '../apply/run-unit.ts';
import { readRow } from '../effects/known.ts';
import { tableNames } from '../rebase/row-keys.ts';
import { isUnsettled } from '../rebase/settle.ts';
import type { OutboxRow } from '../storage/rows.ts';

/** Whether another release has written it: this one knows neither how to show it nor how to send it. */
export const isUnknown = (row: OutboxRow): boolean => isUnsettled(row) && readRow(row) === null;

/**
 * Sets aside what is unknown. It leaves the screen, keeps its words, and can be handed over (`exportOutbox`) or discarded;
 * nothing is sent that this code does not understand. Run when the database is opened, where there is any.
 */
export const parkUnknown = (runner: UnitRunner): Promise<void> =>
  runner.run(tableNames, async (unit) => {
    for (const row of unit.outbox()) {
      if (!isUnknown(row)) continue;
      const error = { code: 'upgrade_required' as const, message: '' };
      unit.replace({ ...row, state: 'parked', error, leaseOwner: null, leaseUntil: 0 });
    }
  });
