import type { Cursor, ScopeEntry, ScopeId, Vector } from '../../protocol/index.ts';
import type { LocalVector, OutboxRow, OutboxState } from '../storage/rows.ts';

/** Whether the mutation's effect is on the screen because of the outbox. Exactly then its rows have shadows. */
export const isUnsettled = (row: Pick<OutboxRow, 'state'>): boolean => {
  const { state }: { state: OutboxState } = row;
  switch (state) {
    case 'queued':
    case 'sending':
    case 'acked':
      return true;
    case 'rejected':
    case 'parked':
    case 'blocked':
    case 'cancelling':
      return false;
  }
};

/** Whether the server may know more about it than the device: a pull asks for its status. */
export const isUnfinished = (row: Pick<OutboxRow, 'state' | 'attempts'>): boolean =>
  row.attempts > 0 && row.state !== 'rejected';

/**
 * Whether the data on the device contain everything the mutation did. A scope that is not held says nothing: a pull's
 * status, read from the same snapshot as its data, decides then.
 */
export const isContained = (vector: LocalVector, cursors: ReadonlyMap<ScopeId, Cursor>): boolean => {
  for (const scope of scopesOf(vector)) {
    const entry = vector[scope];
    const cursor = cursors.get(scope);
    if (entry === undefined || cursor === undefined) return false;
    if (cursor.epoch !== entry.epoch || cursor.seq < entry.seq) return false;
  }
  return true;
};

/**
 * What an answer tells about where a mutation is logged: nothing, unless it brings the entry of every scope. One that is
 * logged nowhere found its work done by another device, whose entries may not be here yet.
 */
export const toLocalVector = (vector: Vector, entries: readonly ScopeEntry[]): LocalVector | null => {
  const local: LocalVector = {};
  const scopes = scopesOf(vector);
  if (scopes.length === 0) return null;
  for (const scope of scopes) {
    const entry = entries.find((one) => one.scope === scope && one.seq === vector[scope]);
    if (entry === undefined) return null;
    local[scope] = { epoch: entry.epoch, seq: entry.seq };
  }
  return local;
};

/** Object.entries forgets the key's type; the schema has checked it. */
export const scopesOf = (record: Partial<Record<ScopeId, unknown>>): ScopeId[] =>
  Object.keys(record).filter(isScopeId);

export const isScopeId = (value: string): value is ScopeId =>
  value.startsWith('user:') || value.startsWith('chat:');
