import { and, eq } from 'drizzle-orm';
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
import { mutations } from '../../db/schema.ts';
import { sqlStateOf } from '../../db/sql-state.ts';
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
 *   savepoint: act, number the scopes, write the log → an application error rolls back to it and is stored: `rejected`
 *   store the verdict → commit → publish
 *
 * A transient error rolls back everything, the key too, and is thrown: nothing is stored and nothing has happened.
 * A second copy of a request waits at the key's insert until the first has ended, and reads its verdict.
 */
export const runCommand = async (
  services: SyncServices,
  request: MutationRequest,
): Promise<MutationOutcome> => {
  const { outcome, commit, effects } = await inTransaction(services.db, (tx) =>
    settle(tx, services, request),
  );
  for (const effect of effects) effect();
  if (commit) services.publish(commit);
  return outcome;
};

const settle = async (
  tx: Transaction,
  services: SyncServices,
  request: MutationRequest,
): Promise<Settled> => {
  const now = services.clock.now();
  const hash = bodyHash(request.name, request.version, request.body ?? request.args);
  const inserted = await tx
    .insert(mutations)
    .values({
      userId: request.userId,
      id: request.id,
      deviceId: request.deviceId ?? null,
      lane: request.lane ?? null,
      prev: request.prev ?? null,
      name: isMutationName(request.name) ? request.name : 'unknown',
      bodyHash: hash,
      status: 'pending',
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: mutations.id });
  if (inserted.length === 0) return { outcome: await replay(tx, request, hash), commit: null, effects: [] };
  await assertInOrder(tx, request);
  return act(tx, services, request, now);
};

const act = async (
  tx: Transaction,
  { receipts, jobs }: SyncServices,
  request: MutationRequest,
  now: Date,
): Promise<Settled> => {
  const { userId: actorId, id: mutationId } = request;
  const effects: (() => void)[] = [];
  const store = (verdict: Pick<StoredMutation, 'status'> & Partial<StoredMutation>) =>
    tx
      .update(mutations)
      .set(verdict)
      .where(and(eq(mutations.userId, actorId), eq(mutations.id, mutationId)));
  try {
    const { result, entries, scopes, log } = await tx.transaction(async (savepoint) => {
      const writer = new LogWriter(savepoint, now, mutationId);
      const context = { tx: savepoint, log: writer, actorId, now, receipts, jobs };
      const acted = await commandOf(request).act(
        { ...context, afterCommit: (effect) => effects.push(effect) },
        request.args,
        request.version,
      );
      const written = await writer.flush();
      return { result: acted, entries: written, scopes: scopesOf(actorId, written, writer), log: writer };
    });
    const ownEntries = entries
      .filter(({ scope }) => scopes.has(scope))
      .map((entry) => ({ ...entry, mutationIds: [mutationId] }));
    const vector: Record<ScopeId, number> = Object.fromEntries(
      ownEntries.map(({ scope, seq }) => [scope, seq]),
    );
    await store({ status: 'applied', result, vector });
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
    if (!verdict) throw error;
    await store({ status: 'rejected', result: verdict.detail });
    const outcome: MutationOutcome = { status: 'rejected', error: verdict.detail, isReplay: false };
    return { outcome, commit: null, effects: [] };
  }
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

/** `prev` satisfies the order when it has any stored status; its own lane mates wait for it otherwise. */
const assertInOrder = async (tx: Transaction, { userId, prev }: MutationRequest): Promise<void> => {
  if (prev && !(await findMutation(tx, userId, prev))) throw new ProtocolError('out_of_order');
};

const replay = async (tx: Transaction, request: MutationRequest, hash: Buffer): Promise<MutationOutcome> => {
  const stored = await findMutation(tx, request.userId, request.id);
  // Gone between the two statements: a retention job or a rollback. The next attempt finds its own way.
  if (!stored) throw new ProtocolError('unavailable', { retryAfterMs: 1_000 });
  if (stored.status === 'cancelled') return { status: 'cancelled' };
  if (!hash.equals(stored.bodyHash)) throw new ProtocolError('key_reused');
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
