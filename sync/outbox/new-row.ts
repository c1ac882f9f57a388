import {
  type MutationArgs,
  type MutationDeclaration,
  type MutationName,
  mutations,
  type z,
} from '../../protocol/index.ts';
import type { Prepared } from '../effects/effect.ts';
import type { MutationInput } from '../engine-types.ts';
import type { NewOutboxRowOf, OutboxRow, WriteAheadRowOf } from '../storage/rows.ts';

/** The same table, in the form that a name of unknown value can look into. */
export const declarations: {
  readonly [N in MutationName]: MutationDeclaration<z.ZodMiniType<MutationArgs<N>, MutationInput<N>>>;
} = mutations;

export type Identity = {
  readonly id: string;
  readonly writtenAt: string;
  /** What it was made from (`MutateOptions`). */
  readonly source?: string;
};

/** The record of a mutation whose draft is deleted before its own transaction begins. */
export const createAhead = <N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  { id, writtenAt, source }: Identity,
): WriteAheadRowOf<N> => ({ id, name, args, writtenAt, ...(source === undefined ? {} : { source }) });

/** A mutation as the outbox takes it: queued, and never tried. */
export const createRow = <N extends MutationName>(
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
  lane: prepared.lane ?? declarations[name].lane(args),
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
