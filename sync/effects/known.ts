import {
  canRead,
  isMutationName,
  type MutationArgs,
  type MutationDeclaration,
  type MutationName,
  mutations,
  type TableName,
  upcast,
  type z,
} from '../../protocol/index.ts';
import { tableNames } from '../rebase/row-keys.ts';
import type { OutboxRow, OutboxRowOf } from '../storage/rows.ts';
import type { Effect } from './effect.ts';
import { effects } from './table.ts';

/** The same table, in the form that a name of unknown value can look into. */
const declarations: { readonly [N in MutationName]: MutationDeclaration<z.ZodMiniType<MutationArgs<N>>> } =
  mutations;

/** The tables that an effect may reach; all of them, when this release does not know the mutation. */
export const tablesOfEffect = (name: string): readonly TableName[] =>
  isMutationName(name) ? effects[name].tables : tableNames;

/** The files of this device that a mutation names. */
export const filesNamedBy = <N extends MutationName>({
  name,
  args,
}: {
  name: N;
  args: MutationArgs<N>;
}): readonly string[] => {
  const effect: Effect<N> | undefined = effects[name];
  return effect?.files?.(args).ids ?? [];
};

/** Whether this release knows what a stored row means. */
export const isReadable = (row: OutboxRow): boolean => readRow(row) !== null;

/**
 * A row with its arguments as this release reads them; what is stored and sent stays as it was written. Null when this
 * release does not know the mutation or its version: it does nothing then, and keeps its words.
 */
export const readRow = <N extends MutationName>(row: OutboxRowOf<N>): OutboxRowOf<N> | null => {
  const name: N = row.name;
  // The type promises what another release may not have kept.
  if (!isMutationName(name)) return null;
  const declaration: MutationDeclaration<z.ZodMiniType<MutationArgs<N>>> = declarations[name];
  if (row.version === declaration.version) return row;
  if (!canRead(declaration, row.version)) return null;
  const read = declaration.args.safeParse(upcast(declaration, row.version, row.args));
  return read.success ? { ...row, args: read.data } : null;
};
