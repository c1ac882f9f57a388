import {
  type FieldError,
  type MutationArgs,
  type MutationDeclaration,
  type MutationName,
  mutations,
  ProtocolError,
  type TableName,
  type z,
} from '../../protocol/index.ts';
import type { UnitRunner } from '../apply/run-unit.ts';
import type { Unit } from '../apply/unit.ts';
import type { Effect, Prepared } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import type { MutationInput } from '../engine-types.ts';
import type { Clock, Ids } from '../platform/ports.ts';
import type { NewOutboxRowOf, OutboxRow, OutboxRowOf } from '../storage/rows.ts';
import { queueFiles } from '../uploads/queue-files.ts';

/** The same table, in the form that a name of unknown value can look into. */
const declarations: {
  readonly [N in MutationName]: MutationDeclaration<z.ZodType<MutationArgs<N>, MutationInput<N>>>;
} = mutations;

type Waiting = {
  tables: readonly TableName[];
  /** Finds or makes its outbox row within the unit; answers the mutation's id. */
  add(unit: Unit): Promise<string>;
  resolve(id: string): void;
  reject(error: unknown): void;
};

const toFieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

/** Parses a mutation's arguments as the server will. */
const parseArgs = <N extends MutationName>(name: N, input: MutationInput<N>): MutationArgs<N> => {
  const parsed = declarations[name].args.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ProtocolError('validation', { errors: toFieldErrors(parsed.error), cause: parsed.error });
};

const isNamed = <N extends MutationName>(row: OutboxRow, name: N): row is OutboxRow & OutboxRowOf<N> =>
  row.name === name;

/** Merges into an earlier mutation that never left the device. @returns its id */
const coalesce = <N extends MutationName>(unit: Unit, name: N, args: MutationArgs<N>): string | null => {
  const effect: Effect<N> = effects[name];
  if (effect.coalesce === undefined && effect.joins === undefined) return null;
  // The latest first: what it says is said last.
  for (const row of unit.outbox().toReversed()) {
    if (row.state !== 'queued' || row.attempts > 0) continue;
    const joined = effect.joins?.(row, args) ?? null;
    if (joined !== null) {
      unit.replace(joined);
      return row.id;
    }
    if (effect.coalesce === undefined || !isNamed(row, name)) continue;
    const merged = effect.coalesce(row.args, args);
    if (merged === null) continue;
    unit.replace({ ...row, args: merged });
    return row.id;
  }
  return null;
};

type Identity = { id: string; writtenAt: string };

const createRow = <N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  { id, writtenAt }: Identity,
  prepared: Prepared,
  { files, waitsForFiles }: Pick<OutboxRow, 'files' | 'waitsForFiles'>,
): NewOutboxRowOf<N> => ({
  id,
  name,
  args,
  version: declarations[name].version,
  lane: declarations[name].lane(args),
  prev: null,
  entityKey: prepared.entityKey ?? null,
  chatId: prepared.chatId ?? null,
  otherUserId: prepared.otherUserId ?? null,
  touches: prepared.touches,
  files,
  waitsForFiles,
  state: 'queued',
  attempts: 0,
  refusals: 0,
  notBefore: 0,
  waitMs: 0,
  leaseOwner: null,
  leaseUntil: 0,
  error: null,
  blockedBy: null,
  vector: null,
  writtenAt,
});

const add = async <N extends MutationName>(
  unit: Unit,
  name: N,
  args: MutationArgs<N>,
  identity: Identity,
): Promise<string> => {
  // The transaction was kept although its connection broke, and runs again.
  if (unit.byId(identity.id) !== undefined) return identity.id;
  const merged = coalesce(unit, name, args);
  if (merged !== null) return merged;
  const effect: Effect<N> = effects[name];
  const prepared = await effect.prepare(args, unit.tx, unit.userId);
  const named = effect.files?.(args);
  const files = await queueFiles(unit.tx, named?.ids ?? []);
  const waiting = { files, waitsForFiles: named?.wait ?? false };
  await unit.append([createRow<MutationName>(name, args, identity, prepared, waiting)]);
  return identity.id;
};

export type Enqueue = <N extends MutationName>(name: N, input: MutationInput<N>) => Promise<string>;

/**
 * Writes mutations with their effects. All that are asked for while a transaction is not yet begun share one: 200 at once
 * take 46 ms instead of 880 (measured). Resolves when the transaction is durable.
 */
export const createEnqueue = (options: {
  runner: UnitRunner;
  clock: Clock;
  ids: Ids;
  onEnqueued: () => void;
}): Enqueue => {
  const { runner, clock, ids, onEnqueued } = options;
  let waiting: Waiting[] = [];
  let isRunning = false;

  const write = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const written = await runner.run(
        group.flatMap((one) => one.tables),
        async (unit) => {
          const done: (() => void)[] = [];
          for (const one of group) {
            const id = await one.add(unit);
            done.push(() => one.resolve(id));
          }
          return done;
        },
        { hasCursors: false },
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

  return async (name, input) => {
    const args = parseArgs(name, input);
    const identity = { id: ids.newId(), writtenAt: new Date(clock.now()).toISOString() };
    return new Promise<string>((resolve, reject) => {
      waiting.push({
        tables: effects[name].tables,
        add: (unit) => add(unit, name, args, identity),
        resolve,
        reject,
      });
      if (isRunning) return;
      isRunning = true;
      void drain();
    });
  };
};
