import type { MutationName, TableName } from '../../protocol/index.ts';
import { tablesOfEffect } from '../effects/known.ts';
import type { Clock } from '../platform/ports.ts';
import { tableNames } from '../rebase/row-keys.ts';
import { isUnsettled } from '../rebase/settle.ts';
import type { StoreName } from '../storage/rows.ts';
import { DuplicateKeyError, type Storage } from '../storage/storage.ts';
import { fileStores } from '../uploads/file-owners.ts';
import { listKindNames, listKinds } from '../windows/kinds.ts';
import { peopleTables } from './collect-users.ts';
import { commitUnit } from './commit-unit.ts';
import {
  type KnownOutbox,
  Mispredicted,
  predictTransaction,
  Unpredictable,
} from './predicted-transaction.ts';
import { openUnit, type Unit, type UnitContext, type UnitOptions } from './unit.ts';

const engineStores: readonly StoreName[] = [
  'outbox',
  'shadows',
  'tombstones',
  'cursors',
  'coverage',
  'meta',
  'unindexed',
];

export type UnitRunner = {
  readonly storage: Storage;
  /**
   * Runs `fill` and commits what it recorded, all in one transaction over the engine's own stores, `tables`, and those
   * that pending effects reach. Inside, only the unit and its transaction may be awaited.
   * `fill` may run more than once.
   */
  run<R>(tables: Iterable<TableName>, fill: (unit: Unit) => Promise<R>, options?: UnitOptions): Promise<R>;
};

/** Another tab has enqueued something whose rows or files the transaction did not ask for. */
class TooNarrow extends Error {}

/** @param onCommitted is told of each unit once it is durable */
export const createUnitRunner = (
  storage: Storage,
  context: UnitContext,
  clock: Clock,
  onCommitted: (unit: Pick<Unit, 'loaded' | 'outbox'>) => void = () => undefined,
): UnitRunner => {
  // A transaction over all tables makes unrelated reads wait for hundreds of milliseconds (measured): guess narrow, and
  // widen only when the guess was wrong.
  const pendingNames = new Set<MutationName>();
  /** The same for the stores of files, so that words do not wait behind a large file that is being stored. */
  let namesFiles = false;
  /** As the last unit left it; null while that is not known, or a unit needs more than can be predicted. */
  let known: KnownOutbox | null = null;

  /** A deletion may take a list with it: the comments of a post; and the last row that points to somebody their profile. */
  const withOrphans = (tables: ReadonlySet<TableName>): TableName[] => {
    const kinds = listKindNames().map((name) => listKinds[name]);
    return [
      ...tables,
      ...kinds.flatMap((kind) => (kind.parent && tables.has(kind.parent) ? [kind.table] : [])),
      ...(peopleTables.some((table) => tables.has(table)) ? peopleTables : []),
    ];
  };

  const attempt = async <R>(
    tables: ReadonlySet<TableName>,
    fill: (unit: Unit) => Promise<R>,
    options: UnitOptions,
  ): Promise<R> => {
    const withFiles = namesFiles || options.namesFiles === true;
    const { result, unit, revision } = await storage.write(
      [...engineStores, ...withOrphans(tables), ...(withFiles ? fileStores : []), ...(options.stores ?? [])],
      async (tx) => {
        const unit = await openUnit(tx, context, options);
        pendingNames.clear();
        namesFiles = unit.loaded.some(({ files }) => files.length > 0);
        for (const row of unit.loaded) {
          // What is blocked may go on in this very unit.
          if (isUnsettled(row) || row.state === 'blocked') pendingNames.add(row.name);
        }
        const reached = [...pendingNames].flatMap((name) => tablesOfEffect(name));
        if (reached.some((table) => !tables.has(table)) || (namesFiles && !withFiles)) throw new TooNarrow();
        return carryOut(unit, fill);
      },
    );
    note(unit, revision);
    return result;
  };

  const carryOut = async <R>(unit: Unit, fill: (unit: Unit) => Promise<R>) => {
    const result = await fill(unit);
    for (const { name, files } of unit.outbox()) {
      pendingNames.add(name);
      namesFiles ||= files.length > 0;
    }
    return { result, unit, revision: await commitUnit(unit, clock.now()) };
  };

  const note = (unit: Unit, revision: string | null): void => {
    const rows = unit.outbox();
    const lastOf = (some: readonly { seq: number }[]): number => some.at(-1)?.seq ?? 0;
    const hasAppended = lastOf(rows) > lastOf(unit.loaded);
    const lastSeq = hasAppended ? lastOf(rows) : known?.revision === unit.revision ? known.lastSeq : null;
    known =
      unit.isNothingBuried && lastSeq !== null && revision !== null ? { rows, revision, lastSeq } : null;
    onCommitted(unit);
  };

  /** @returns null where nothing was written, because something cannot be predicted or was not as predicted */
  const attemptPredicted = async <R>(
    created: ReadonlySet<string>,
    fill: (unit: Unit) => Promise<R>,
    options: UnitOptions,
  ): Promise<{ result: R } | null> => {
    if (known === null) return null;
    const predicted = predictTransaction(known, context.databaseId, created);
    try {
      const unit = await openUnit(predicted.tx, context, options);
      const { result, revision } = await carryOut(unit, fill);
      await storage.write([...predicted.stores], predicted.commit);
      note(unit, revision);
      return { result };
    } catch (error) {
      if (error instanceof Mispredicted || error instanceof DuplicateKeyError) known = null;
      else if (!(error instanceof Unpredictable)) throw error;
      return null;
    }
  };

  return {
    storage,
    async run(tables, fill, options = {}) {
      const predicted =
        options.created === undefined ? null : await attemptPredicted(options.created, fill, options);
      if (predicted !== null) return predicted.result;
      const guess = new Set<TableName>(tables);
      for (const name of pendingNames) for (const table of tablesOfEffect(name)) guess.add(table);
      try {
        return await attempt(guess, fill, options);
      } catch (error) {
        if (!(error instanceof TooNarrow)) throw error;
        // Everything: between the two attempts another tab may have enqueued more.
        return attempt(new Set(tableNames), fill, { ...options, namesFiles: true });
      }
    },
  };
};
