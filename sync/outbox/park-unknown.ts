import type { UnitRunner } from '../apply/run-unit.ts';
import { readRow } from '../effects/known.ts';
import { tableNames } from '../rebase/row-keys.ts';
import { isUnsettled } from '../rebase/settle.ts';

/**
 * Sets aside what this release does not know how to show or send: another release has written it. It leaves the screen,
 * keeps its words, and can be handed over (`exportOutbox`) or discarded; nothing is sent that nobody understands.
 * Run once when the database is opened.
 */
export const parkUnknown = async (runner: UnitRunner): Promise<void> => {
  const rows = await runner.storage.read(['outbox'], (tx) => tx.getAll('outbox'));
  if (!rows.some((row) => isUnsettled(row) && readRow(row) === null)) return;
  await runner.run(tableNames, async (unit) => {
    for (const row of unit.outbox()) {
      if (!isUnsettled(row) || readRow(row) !== null) continue;
      const error = { code: 'upgrade_required' as const, message: '' };
      unit.replace({ ...row, state: 'parked', error, leaseOwner: null, leaseUntil: 0 });
    }
  });
};
