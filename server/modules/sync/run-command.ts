import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  chatScope,
  type ErrorDetail,
  errorDetail,
  errorKinds,
  isMutationName,
  ProtocolError,
  type ScopeEntry,
  type ScopeId,
  userScope,
  type Vector,
  z,
} from '../../../protocol/index.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { mutations, scopeLog } from '../../db/schema.ts';
import { sqlStateOf } from '../../db/sql-state.ts';
import { takeForAccount } from '../../plugins/rate-limits.ts';
import type { BoundCommand } from './bind-command.ts';
import { bodyHash } from './body-hash.ts';
import { commands } from './commands.ts';
import type { CommandResult, Commit, SyncServices } from './context.ts';
import { LogWriter } from './log.ts';

/** A mutation as it reaches the server, by push or by the REST call of the specification. */
export type MutationRequest = {
  userId: string;
  /** The idempotency key, unique per user. */
  id: string;
  name: string;
  version: number;
  args: unknown;
  /** What the key stands for, when that is not the arguments: the body of a REST call before defaults are filled in. */
  body?: unknown;
  deviceId?: string;
  lane?: string;
  /** The lane's last attempted mutation. */
  prev?: string | null;
};

export type MutationOutcome =
  | { status: 'applied'; result: CommandResult; vector: Vector; entries: ScopeEntry[]; isReplay: boolean }
  | { status: 'rejected'; error: ErrorDetail; isReplay: boolean }
  | { status: 'cancelled' };

type StoredMutation = typeof mutations.$inferSelect;
type Settled = { outcome: MutationOutcome; commit: Commit | null; effects: (() => void)[] };

const storedResult = z.object({ id: z.string() });

/**
 * Runs a mutation at most once per key (design.md §3.2):
 *
 *   insert the key → known: the stored verdict (another body: `key_reused`)
 *   act, number the scopes, write log and verdict → commit → publish
 *   an application error rolls everything back, and a second transaction stores it under the key: `rejected`
 *
 * A transient error rolls back everything, the key too, and is thrown: nothing is stored and nothing has happened.
 * A second copy of a request waits at the key's insert until the first has ended, and reads its verdict. One that gets in
 * between the two transactions of a refusal judges for itself, and its verdict is the one that both answer. (A savepoint
 * instead of the second transaction would cost every mutation two more round trips, for the sake of those few.)
 */
export const runCommand = async (
  services: SyncServices,
  request: MutationRequest,
): Promise<MutationOutcome> => {
  const { outcome, commit, effects } = await inTransaction(services.db, (tx) =>
    settle(tx, services, request),
  ).catch((error) => {
    const verdict = error instanceof Refusal ? error.verdict : null;
    if (!verdict) throw error;
    return inTransaction(services.db, (tx) => refuse(tx, services, request, verdict));
  });
  for (const effect of effects) effect();
  if (commit) services.publish(commit);
  return outcome;
};

/** Carries the final word on a mutation out of the transaction that it ends. */
class Refusal extends Error {
  readonly verdict: ProtocolError;

  constructor(verdict: ProtocolError) {
    super(verdict.message, { cause: verdict });
    this.verdict = verdict;
  }
}

const hashOf = ({ name, version, body, args }: MutationRequest): Buffer =>
  bodyHash(name, version, body ?? args);

type Verdict = Pick<StoredMutation, 'status'> & Partial<Pick<StoredMutation, 'result' | 'vector'>>;

/** Takes the key. Undefined when it is taken. */
const insertKey = async (tx: Transaction, request: MutationRequest, now: Date, verdict: Verdict) => {
  const [begun] = await tx
    .insert(mutations)
    .values({
      userId: request.userId,
      id: request.id,
      deviceId: request.deviceId ?? null,
      lane: request.lane ?? null,
      prev: request.prev ?? null,
      name: isMutationName(request.name) ? request.name : 'unknown',
      bodyHash: hashOf(request),
      createdAt: now,
      ...verdict,
    })
    .onConflictDoNothing()
    .returning({ hasPrev: hasStored(request.userId, request.prev ?? null) });
  return begun;
};

/** Stores that a mutation is refused, unless a copy of it was settled meanwhile. */
const refuse = async (
  tx: Transaction,
  services: SyncServices,
  request: MutationRequest,
  { detail }: ProtocolError,
): Promise<Settled> => {
  const verdict: Verdict = { status: 'rejected', result: detail };
  const begun = await insertKey(tx, request, services.clock.now(), verdict);
  const outcome: MutationOutcome = begun
    ? { status: 'rejected', error: detail, isReplay: false }
    : await replay(tx, request);
  return { outcome, commit: null, effects: [] };
};

const settle = async (
  tx: Transaction,
  services: SyncServices,
  request: MutationRequest,
): Promise<Settled> => {
  const now = services.clock.now();
  const begun = await insertKey(tx, request, now, { status: 'pending' });
  if (!begun) return { outcome: await replay(tx, request), commit: null, effects: [] };
  // Its lane mates that were not stored yet go first.
  if (request.prev && !begun.hasPrev) throw new ProtocolError('out_of_order');
  return act(tx, services, request, now);
};

const act = async (
  tx: Transaction,
  { receipts, jobs, takeFromBucket }: SyncServices,
  request: MutationRequest,
  now: Date,
): Promise<Settled> => {
  const { userId: actorId, id: mutationId } = request;
  const effects: (() => void)[] = [];
  const log = new LogWriter(tx, now, mutationId);
  const chargeLookUp = () => takeForAccount(takeFromBucket, 'codeLookup', actorId);
  const context = { tx, log, actorId, now, receipts, jobs, chargeLookUp };
  try {
    const result = await commandOf(request).act(
      { ...context, afterCommit: (effect) => effects.push(effect) },
      request.args,
      request.version,
    );
    const { entries, rows } = await log.seal();
    const scopes = scopesOf(actorId, entries, log);
    const ownEntries = entries
      .filter(({ scope }) => scopes.has(scope))
      .map((entry) => ({ ...entry, mutationIds: [mutationId] }));
    const vector: Record<ScopeId, number> = Object.fromEntries(
      ownEntries.map(({ scope, seq }) => [scope, seq]),
    );
    await writeVerdict(tx, request, { status: 'applied', result, vector }, rows);
    const commit: Commit = {
      entries,
      joined: log.joined,
      left: log.left,
      actor: { userId: actorId, mutationId, scopes },
    };
    return {
      outcome: { status: 'applied', result, vector, entries: ownEntries, isReplay: false },
      commit: entries.length > 0 ? commit : null,
      effects,
    };
  } catch (error) {
    const verdict = verdictOf(error);
    throw verdict ? new Refusal(verdict) : error;
  }
};

/** The last statement of the transaction: the log's rows, and what the key stands for from now on. */
const writeVerdict = async (
  tx: Transaction,
  { userId, id }: MutationRequest,
  verdict: Verdict,
  rows: readonly (typeof scopeLog.$inferInsert)[],
): Promise<void> => {
  const isOurs = and(eq(mutations.userId, userId), eq(mutations.id, id));
  if (rows.length === 0) {
    await tx.update(mutations).set(verdict).where(isOurs);
    return;
  }
  const logged = tx.$with('logged').as(
    tx
      .insert(scopeLog)
      .values([...rows])
      .returning({ seq: scopeLog.seq }),
  );
  await tx.with(logged).update(mutations).set(verdict).where(isOurs);
};

/** The final word on a mutation, if an error is one; a value that the database cannot hold (class 22) never will be held. */
const verdictOf = (error: unknown): ProtocolError | null => {
  if (error instanceof ProtocolError) return errorKinds[error.kind].retry === 'final' ? error : null;
  return sqlStateOf(error)?.startsWith('22') ? new ProtocolError('validation', { cause: error }) : null;
};

/**
 * Of the scopes that were logged, those the actor holds after the commit: the own one, and chats, in which only members
 * log, unless the actor left with this very mutation.
 */
const scopesOf = (actorId: string, entries: readonly ScopeEntry[], { left }: LogWriter): Set<ScopeId> => {
  const lost = new Set(
    left.filter(({ userId }) => userId === actorId).map(({ chatId }) => chatScope(chatId)),
  );
  const logged = entries.map(({ scope }) => scope);
  return new Set(
    logged.filter((scope) => scope === userScope(actorId) || (scope.startsWith('chat:') && !lost.has(scope))),
  );
};

const commandOf = ({ name, version }: MutationRequest): BoundCommand => {
  const command = isMutationName(name) ? commands[name] : undefined;
  if (command?.takes(version)) return command;
  throw new ProtocolError('validation', { errors: [{ field: 'name', message: 'Unknown mutation' }] });
};

/** `prev` satisfies the order when it has any stored status. Asked with the statement that inserts the key. */
const hasStored = (userId: string, prev: string | null): SQL<boolean> => {
  const earlier = alias(mutations, 'earlier');
  return sql<boolean>`exists (select 1 from ${mutations} ${earlier} where ${earlier.userId} = ${userId} and ${earlier.id} = ${prev})`;
};

const replay = async (tx: Transaction, request: MutationRequest): Promise<MutationOutcome> => {
  const stored = await findMutation(tx, request.userId, request.id);
  // Gone between the two statements: a retention job or a rollback. The next attempt finds its own way.
  if (!stored) throw new ProtocolError('unavailable', { retryAfterMs: 1_000 });
  if (stored.status === 'cancelled') return { status: 'cancelled' };
  if (!hashOf(request).equals(stored.bodyHash)) throw new ProtocolError('key_reused');
  if (stored.status === 'rejected')
    return { status: 'rejected', error: errorDetail.parse(stored.result), isReplay: true };
  return {
    status: 'applied',
    result: storedResult.parse(stored.result),
    vector: stored.vector ?? {},
    entries: [],
    isReplay: true,
  };
};

const findMutation = async (
  tx: Transaction,
  userId: string,
  id: string,
): Promise<StoredMutation | undefined> => {
  const [row] = await tx
    .select()
    .from(mutations)
    .where(and(eq(mutations.userId, userId), eq(mutations.id, id)));
  return row;
};
