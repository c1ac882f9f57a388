import {
  type FieldError,
  type MutationArgs,
  type MutationName,
  ProtocolError,
  type TableName,
  type z,
} from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Unit } from '../apply/unit.ts';
import type { Effect } from '../effects/effect.ts';
import { filesNamedBy } from '../effects/known.ts';
import { effects } from '../effects/table.ts';
import type { MutateOptions, MutationInput } from '../engine-types.ts';
import type { Ids } from '../platform/ports.ts';
import { parseRowKey } from '../rebase/row-keys.ts';
import type { FileOwner, NewOutboxRow, OutboxRow, OutboxRowOf, RowKey } from '../storage/rows.ts';
import { ownerOf } from '../uploads/file-owners.ts';
import { queueFiles } from '../uploads/queue-files.ts';
import { coalesce, isNamed } from './coalesce.ts';
import { createAhead, createRow, declarations, type Identity } from './new-row.ts';
import { sourceKey, takeSource } from './sources.ts';
import type { LeftRow, WriteAhead } from './write-ahead.ts';

/** New rows on their way into the outbox: those of a group are appended together. */
type NewRows = { push(row: NewOutboxRow): void; flush(): Promise<void> };

const createNewRows = (unit: Unit): NewRows => {
  let rows: NewOutboxRow[] = [];
  return {
    push: (row) => void rows.push(row),
    async flush() {
      if (rows.length === 0) return;
      const ready = rows;
      rows = [];
      await unit.append(ready);
    },
  };
};

/**
 * - `none`: the mutation begins with its own transaction.
 * - `own`: this tab has written a record of it ahead.
 * - `left`: a page that is gone has; another tab may be carrying it out as well.
 */
type Ahead = 'none' | 'own' | 'left';

type Waiting = {
  tables: readonly TableName[];
  created: readonly string[] | null;
  ahead: Ahead;
  namesFiles: boolean;
  /** Finds its outbox row within the unit, or hands a new one to `rows`; answers the mutation's id. */
  add(unit: Unit, rows: NewRows): Promise<string>;
  resolve(id: string): void;
  reject(error: unknown): void;
};

const toFieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

/** Parses a mutation's arguments as the server will. */
const parseArgs = <N extends MutationName>(name: N, input: unknown): MutationArgs<N> => {
  const parsed = declarations[name].args.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ProtocolError('validation', { errors: toFieldErrors(parsed.error), cause: parsed.error });
};

/** Sends the files that a mutation names on their way. */
const filesOf = async <N extends MutationName>(
  unit: Unit,
  effect: Effect<N>,
  args: MutationArgs<N>,
): Promise<Pick<OutboxRow, 'files' | 'waitsForFiles'>> => {
  const named = effect.files?.(args);
  return {
    files: named === undefined ? [] : await queueFiles(unit.tx, named.ids),
    waitsForFiles: named?.wait ?? false,
  };
};

/** What was merged may name other files than before: the new ones are queued, and the unit releases the old ones. */
const renameFiles = async <N extends MutationName>(
  unit: Unit,
  effect: Effect<N>,
  row: OutboxRow & OutboxRowOf<N>,
): Promise<void> => {
  if (effect.files === undefined) return;
  const waiting = await filesOf(unit, effect, row.args);
  unit.replace({ ...row, ...waiting });
};

const isCreated = async (unit: Unit, keys: readonly RowKey[]): Promise<boolean> => {
  for (const key of keys) {
    const { table, id } = parseRowKey(key);
    if ((await unit.tx.get(table, id)) !== undefined) return true;
  }
  return false;
};

const add = async <N extends MutationName>(
  unit: Unit,
  name: N,
  args: MutationArgs<N>,
  identity: Identity,
  rows: NewRows,
  ahead: Ahead,
  recorded: readonly FileOwner[],
): Promise<string> => {
  const left = ahead === 'left' ? await unit.tx.get('writeAhead', identity.id) : undefined;
  // Another tab has carried it out.
  if (ahead === 'left' && left === undefined) return identity.id;
  if (ahead !== 'none') await unit.tx.delete('writeAhead', [identity.id]);
  for (const owner of left === undefined ? recorded : [ownerOf('ahead', left.id), ...(left.owners ?? [])])
    unit.release(owner);
  // The transaction was kept although its connection broke, and runs again; or the page that is gone had carried it out.
  if (unit.byId(identity.id) !== undefined) return identity.id;
  if (ahead === 'left' && (await isCreated(unit, createdBy(name, args) ?? []))) return identity.id;
  // Another tab has sent the same draft.
  if (identity.source !== undefined && !(await takeSource(unit.tx, identity.source, identity.writtenAt)))
    return identity.id;
  const effect: Effect<N> = effects[name];
  // It may go together with one that came just before it.
  if (effect.coalesce !== undefined || effect.joins !== undefined) await rows.flush();
  const merged = coalesce(unit, name, args);
  if (merged !== null) {
    if (isNamed(merged, name)) await renameFiles(unit, effect, merged);
    return merged.id;
  }
  const prepared = await effect.prepare(args, unit.tx, unit.userId);
  const waiting = await filesOf(unit, effect, args);
  rows.push(createRow<MutationName>(name, args, identity, prepared, waiting));
  return identity.id;
};

const createdBy = <N extends MutationName>(name: N, args: MutationArgs<N>): readonly RowKey[] | null => {
  const effect: Effect<N> = effects[name];
  return effect.creates?.(args) ?? null;
};

/** Keys of rows that nothing but this mutation creates, as `UnitOptions.created`; null where it may also change others. */
const predictedBy = <N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  { source }: Identity,
): readonly string[] | null => {
  const rows = createdBy(name, args);
  return rows === null || source === undefined ? rows : [...rows, sourceKey(source)];
};

export type Enqueue = {
  <N extends MutationName>(name: N, input: MutationInput<N>, options?: MutateOptions): Promise<string>;
  /**
   * Records what an earlier page could not record any more.
   * @returns its rows, to be resumed
   */
  recordLeft(): Promise<readonly LeftRow[]>;
  /** Carries out what is recorded and not carried out, in the order in which it was written. */
  resume(rows: readonly LeftRow[]): Promise<void>;
};

/**
 * Writes mutations with their effects. All that are asked for while a transaction is not yet begun share one: 200 at once
 * take 46 ms instead of 880 (measured). Resolves when the transaction is durable.
 */
export const createEnqueue = (options: {
  runner: UnitRunner;
  serverNow(): number;
  ids: Ids;
  writeAhead: WriteAhead;
  onEnqueued: () => void;
}): Enqueue => {
  const { runner, ids, writeAhead, onEnqueued } = options;
  let waiting: Waiting[] = [];
  let isRunning = false;

  const write = async (group: readonly Waiting[]): Promise<void> => {
    const created = group.every((one) => one.created !== null)
      ? group.flatMap((one) => one.created ?? [])
      : null;
    try {
      const written = await runner.run(
        group.flatMap((one) => one.tables),
        async (unit) => {
          const rows = createNewRows(unit);
          const done: (() => void)[] = [];
          for (const one of group) {
            const id = await one.add(unit, rows);
            done.push(() => one.resolve(id));
          }
          await rows.flush();
          return done;
        },
        {
          hasCursors: false,
          namesFiles: group.some((one) => one.namesFiles),
          stores: group.some(({ ahead }) => ahead !== 'none') ? ['writeAhead'] : [],
          ...(created === null ? {} : { created: new Set(created) }),
        },
      );
      for (const resolve of written) resolve();
      onEnqueued();
    } catch (error) {
      const [only] = group;
      if (group.length === 1 && only !== undefined) only.reject(error);
      // One that cannot be written must not take the others with it.
      else for (const one of group) await write([one]);
    }
  };

  const drain = async (): Promise<void> => {
    // One turn later, so that everything of this tick is in.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await write(group);
    }
    isRunning = false;
  };

  const submit = <N extends MutationName>(
    name: N,
    args: MutationArgs<N>,
    identity: Identity,
    ahead: Ahead,
    recorded: readonly FileOwner[] = [],
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      waiting.push({
        tables: effects[name].tables,
        // What another tab may have created is not predicted to be missing.
        created: ahead === 'left' ? null : predictedBy(name, args, identity),
        ahead,
        namesFiles: ahead === 'left' || recorded.length > 0 || filesNamedBy({ name, args }).length > 0,
        add: (unit, rows) => add(unit, name, args, identity, rows, ahead, recorded),
        resolve,
        reject,
      });
      if (isRunning) return;
      isRunning = true;
      void drain();
    });

  const enqueue = async <N extends MutationName>(
    name: N,
    input: MutationInput<N>,
    { draft, source }: MutateOptions = {},
  ): Promise<string> => {
    const args = parseArgs(name, input);
    const identity: Identity = {
      id: ids.newId(),
      writtenAt: new Date(options.serverNow()).toISOString(),
      ...(source === undefined ? {} : { source }),
    };
    if (draft === undefined) return submit(name, args, identity, 'none');
    const owners = await writeAhead.record(createAhead<MutationName>(name, args, identity), draft);
    try {
      return await submit(name, args, identity, 'own', owners);
    } catch (error) {
      writeAhead.abandon(identity.id, draft.chatId, owners);
      throw error;
    }
  };

  const recordLeft = async (): Promise<readonly LeftRow[]> => {
    const rows: LeftRow[] = [];
    for (const { row, draft } of writeAhead.left) {
      const args = declarations[row.name].args.safeParse(row.args);
      if (!args.success) continue;
      await writeAhead.record(createAhead<MutationName>(row.name, args.data, row), draft);
      rows.push(row);
    }
    return rows;
  };

  const resume = async (rows: readonly LeftRow[]): Promise<void> => {
    // Ids begin with the time. One that fails does not stop the others.
    const inOrder = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const outcomes = await Promise.allSettled(
      inOrder.map(async ({ name, args, ...identity }) =>
        submit<MutationName>(name, parseArgs<MutationName>(name, args), identity, 'left'),
      ),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };
  return Object.assign(enqueue, { recordLeft, resume });
};
