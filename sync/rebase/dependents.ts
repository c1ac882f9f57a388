/**
 * What cannot stand without something else that was written here.
 * ```
 * post rejected, parked or discarded ─► its unsent comments are blocked: off the screen, in the outbox, one group
 *   retried ─► all go again, behind it, in their order        discarded ─► all go with it
 *   found applied after all ─► they go on by themselves
 * ```
 */
import type { MutationName } from '../../protocol/index.ts';
import type { Effect } from '../effects/effect.ts';
import { effects } from '../effects/table.ts';
import type { OutboxRow, OutboxRowOf, RowKey } from '../storage/rows.ts';

const madeBy = <N extends MutationName>({ name, args }: OutboxRowOf<N>): RowKey[] => {
  const effect: Effect<N> | undefined = effects[name];
  return effect?.creates?.(args) ?? [];
};

const neededBy = <N extends MutationName>({ name, args }: OutboxRowOf<N>): RowKey[] => {
  const effect: Effect<N> | undefined = effects[name];
  return effect?.needs?.(args) ?? [];
};

/** What stands on it has to stop with it. */
export const hasFailed = ({ state }: OutboxRow): boolean =>
  state === 'rejected' || state === 'parked' || state === 'cancelling' || state === 'blocked';

/**
 * Whether it stops with its root. What was attempted once gets a verdict of its own, because another id for it could act
 * twice; before a root that is parked the server would refuse it for good, so it waits and keeps its id.
 */
const mustWait = (row: OutboxRow, root: OutboxRow | undefined): boolean =>
  root !== undefined && (row.attempts === 0 || root.state === 'parked');

const judge = (row: OutboxRow, root: OutboxRow | undefined): OutboxRow => {
  const blockedBy = root?.id ?? null;
  if (row.state === 'queued' && mustWait(row, root)) return { ...row, state: 'blocked', blockedBy };
  if (row.state === 'blocked' && !mustWait(row, root)) return { ...row, state: 'queued', blockedBy: null };
  return hasFailed(row) && row.blockedBy !== blockedBy ? { ...row, blockedBy } : row;
};

/** The outbox with everything blocked that stands on something failed, and nothing else. `blockedBy` names the root. */
export const blockDependents = (outbox: readonly OutboxRow[]): OutboxRow[] => {
  const failed = new Map<RowKey, OutboxRow>();
  return outbox.map((row) => {
    const [root] = neededBy(row).flatMap((key) => failed.get(key) ?? []);
    const judged = judge(row, root);
    if (hasFailed(judged)) for (const key of madeBy(row)) failed.set(key, root ?? row);
    return judged;
  });
};

/** Everything after `row` that stands on what it makes, in local order. */
export const dependentsOf = (outbox: readonly OutboxRow[], row: OutboxRow): OutboxRow[] => {
  const made = new Set<RowKey>(madeBy(row));
  return outbox.filter((other) => {
    if (other.seq <= row.seq || !neededBy(other).some((key) => made.has(key))) return false;
    for (const key of madeBy(other)) made.add(key);
    return true;
  });
};

/** What was written first, and everything after it that stands on it, in local order. */
export type OutboxGroup = { readonly root: OutboxRow; readonly dependents: readonly OutboxRow[] };

/** The outbox, in local order, as what hangs together: a group and the messages in it, a post and its comments. */
export const groupDependents = (outbox: readonly OutboxRow[]): OutboxGroup[] => {
  const groups: { root: OutboxRow; dependents: OutboxRow[] }[] = [];
  const makers = new Map<RowKey, (typeof groups)[number]>();
  for (const row of outbox) {
    const [found] = neededBy(row).flatMap((key) => makers.get(key) ?? []);
    const group = found ?? { root: row, dependents: [] };
    if (found) found.dependents.push(row);
    else groups.push(group);
    for (const key of madeBy(row)) makers.set(key, group);
  }
  return groups;
};
