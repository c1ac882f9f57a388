import type { MutationArgs, MutationName } from '../../protocol/index.ts';
import type { OutboxRow, OutboxRowOf } from '../storage/rows.ts';

/** An outbox row as a test needs it. */
export const outboxRow = <N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  rest: Partial<Omit<OutboxRow, 'name' | 'args'>> & { seq: number },
): OutboxRowOf<N> => ({
  id: `mutation-${rest.seq}`,
  version: 1,
  lane: 'chat:a',
  prev: null,
  entityKey: null,
  chatId: null,
  otherUserId: null,
  touches: [],
  files: [],
  waitsForFiles: false,
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
  writtenAt: '2026-11-20T08:00:00.000Z',
  ...rest,
  name,
  args,
});
