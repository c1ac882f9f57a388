// Longer than other files: the whole protocol in one model, to be read against docs/decisions/0015 to 0017.
import {
  auditSum,
  type Change,
  type Cursor,
  cancelRequest,
  cancelResponse,
  type ErrorKind,
  errorKinds,
  isMessageAudited,
  isMutationName,
  type MutationArgs,
  type MutationName,
  type MutationStatus,
  mutations,
  ProtocolError,
  type PullRequest,
  type PullScope,
  type PushAnswer,
  type PushedMutation,
  pullRequest,
  pullResponse,
  pushRequest,
  pushResponse,
  revalidateRequest,
  type ScopeAudit,
  type ScopeEntry,
  type ScopeId,
  type TableName,
  type UserRow,
  userScope,
  type Vector,
  type z,
} from '../../protocol/index.ts';
import type { HttpAnswer, HttpRequest } from '../platform/ports.ts';
import { runCommand } from './model-commands.ts';
import { compareHeld, messagesOf, readPage } from './model-pages.ts';
import {
  commit,
  copyState,
  createModelState,
  heldScopes,
  holdsInvitation,
  isPinnedFor,
  type ModelState,
  type ModelTransaction,
  presentRow,
} from './model-state.ts';

/**
 * A server that keeps docs/decisions/0016 and 0017 in memory, with small limits so that resets, pages and windows happen in short
 * runs. Every request and every answer passes the protocol's schemas. Only for tests.
 */
export type ModelServer = ReturnType<typeof createModelServer>;

export type ModelLimits = { pullRows: number; tailMessages: number; snapshotMessages: number };
const smallLimits: ModelLimits = { pullRows: 12, tailMessages: 6, snapshotMessages: 4 };

/** A profile as people see it. */
export const formOf = (row: UserRow): string => JSON.stringify({ ...row, version: 0 });

const errorAnswer = (code: ErrorKind): HttpAnswer => ({
  status: errorKinds[code].status,
  json: { status: errorKinds[code].status, code, message: errorKinds[code].message, requestId: 'model' },
  retryAfterMs: undefined,
});

export const createModelServer = (options: {
  now: () => number;
  newId: () => string;
  limits?: ModelLimits;
}) => {
  const { newId } = options;
  const limits = options.limits ?? smallLimits;
  let state: ModelState = createModelState(newId());
  let saved: ModelState | null = null;
  const listeners = new Set<(userId: string, entry: ScopeEntry) => void>();
  /** How often each mutation took effect: more than once breaks L2. */
  const effects = new Map<string, number>();
  const tokens = new Map<string, string>();
  const profiles = new Map<string, Set<string>>();
  let newest = 1;
  /** Every verdict that was ever stored, those that a restore lost included. */
  const verdicts = new Set<string>();

  const at = (): string => new Date(options.now()).toISOString();

  const emit = (actor: string, entries: readonly ScopeEntry[]): void => {
    for (const userId of state.tables.users.keys()) {
      const held = new Set(heldScopes(state, userId));
      for (const entry of entries) {
        if (!held.has(entry.scope)) continue;
        const { mutationIds, ...rest } = entry;
        const shown = userId === actor && mutationIds !== undefined ? { ...rest, mutationIds } : rest;
        for (const listener of listeners) listener(userId, shown);
      }
    }
  };

  const act = (
    actor: string,
    mutationId: string | null,
    run: (tx: ModelTransaction) => void,
  ): ScopeEntry[] => {
    const done = commit(state, actor, mutationId, run);
    state = done.state;
    for (const { row } of done.entries.flatMap((entry) => entry.changes)) {
      if (row === null || !('firstName' in row)) continue;
      profiles.set(row.id, (profiles.get(row.id) ?? new Set()).add(formOf(row)));
    }
    return done.entries;
  };

  const keyOf = (userId: string, id: string): string => `${userId}:${id}`;

  const pushOne = (actor: string, pushed: PushedMutation, deferred: ScopeEntry[]): PushAnswer => {
    const { id, name } = pushed;
    const body = JSON.stringify([name, pushed.version, pushed.args]);
    const known = state.mutations.get(keyOf(actor, id));
    if (known !== undefined) {
      if (known.body !== '' && known.body !== body) {
        return { id, status: 'rejected', error: new ProtocolError('key_reused').detail };
      }
      return known.status.status === 'applied'
        ? { id, ...known.status, entries: [] }
        : { id, ...known.status };
    }
    if (pushed.prev !== null && !state.mutations.has(keyOf(actor, pushed.prev))) {
      return { id, status: 'retry', error: new ProtocolError('out_of_order').detail };
    }
    const finish = (status: MutationStatus): void => {
      verdicts.add(id);
      state = { ...state, mutations: new Map(state.mutations).set(keyOf(actor, id), { body, status }) };
    };
    try {
      if (!isMutationName(name)) throw new ProtocolError('validation');
      const parsed = mutations[name].args.safeParse(pushed.args);
      if (!parsed.success) throw new ProtocolError('validation');
      const args: MutationArgs<MutationName> = parsed.data;
      const before = state;
      const entries = act(actor, id, (tx) =>
        runCommand<MutationName>(name, tx, args, { state: before, actor, at: at(), mutationId: id }),
      );
      effects.set(id, (effects.get(id) ?? 0) + 1);
      const held = new Set(heldScopes(state, actor));
      const own = entries.filter((entry) => held.has(entry.scope));
      const vector: Vector = Object.fromEntries(own.map((entry) => [entry.scope, entry.seq]));
      finish({ status: 'applied', vector });
      deferred.push(...entries);
      return { id, status: 'applied', vector, entries: own };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      finish({ status: 'rejected', error: error.detail });
      return { id, status: 'rejected', error: error.detail };
    }
  };

  const push = (actor: string, request: z.infer<typeof pushRequest>) => {
    const isOutdated = request.epoch !== undefined && request.epoch !== state.epoch;
    const answers = request.mutations.map((pushed): PushAnswer => {
      if (isOutdated)
        return { id: pushed.id, status: 'retry', error: new ProtocolError('out_of_order').detail };
      const deferred: ScopeEntry[] = [];
      const answer = pushOne(actor, pushed, deferred);
      emit(actor, deferred);
      return answer;
    });
    return pushResponse.parse({ answers, serverTime: at() });
  };

  const cursorOf = (scope: ScopeId): Cursor => ({
    epoch: state.epoch,
    seq: state.scopes.get(scope)?.seq ?? 0,
  });

  const snapshot = (userId: string, scope: ScopeId): PullScope => {
    const { epoch, seq } = cursorOf(scope);
    const rows: Change[] = [];
    const add = (table: Parameters<typeof presentRow>[1], ids: Iterable<string>): void => {
      for (const id of ids) rows.push(presentRow(state, table, id));
    };
    const { tables } = state;
    if (scope === userScope(userId)) {
      const friendships = [...tables.friendships.values()].filter(
        (row) => row.requesterId === userId || row.requesteeId === userId,
      );
      const blocks = [...tables.blocks.values()].filter((row) => row.id.startsWith(userId));
      const mutes = [...tables.authorMutes.values()].filter((row) => row.id.startsWith(userId));
      const invitations = [...tables.invitations.values()].filter((row) =>
        holdsInvitation(state, row, userId),
      );
      const others = [
        ...friendships.flatMap((row) => [row.requesterId, row.requesteeId]),
        ...invitations.flatMap((row) => [row.inviterId, row.userId]),
        ...blocks.map((row) => row.userId),
        ...mutes.map((row) => row.userId),
      ];
      add('users', new Set([userId, ...others]));
      add(
        'invitations',
        invitations.map((row) => row.id),
      );
      add(
        'blocks',
        blocks.map((row) => row.id),
      );
      add(
        'authorMutes',
        mutes.map((row) => row.id),
      );
      add('settings', [userId]);
      add(
        'friendships',
        friendships.map((row) => row.id),
      );
      add(
        'memberships',
        [...tables.memberships.values()].filter((row) => row.userId === userId).map((row) => row.id),
      );
      add(
        'hidden',
        [...tables.hidden.values()].filter((row) => row.userId === userId).map((row) => row.id),
      );
      add(
        'starredMessages',
        [...tables.starredMessages.values()].filter((row) => row.userId === userId).map((row) => row.id),
      );
      for (const table of ['posts', 'comments', 'likes', 'hiddenPosts'] as const) {
        const own = [...tables[table].values()].filter((row) =>
          'userId' in row ? row.userId === userId : row.creatorId === userId,
        );
        add(
          table,
          own.map((row) => row.id),
        );
      }
      return { kind: 'reset', scope, epoch, to: seq, changes: rows };
    }
    const chatId = scope.slice(5);
    const members = [...tables.members.values()].filter((row) => row.chatId === chatId);
    const all = messagesOf(state, chatId);
    const lastSeq = tables.chats.get(chatId)?.lastSeq ?? 0;
    const fromSeq = Math.max(1, lastSeq - limits.snapshotMessages + 1);
    const shown = all.filter((row) => (row.seq ?? row.afterSeq) >= fromSeq);
    const pinned = [...tables.pinnedMessages.values()].filter(
      (row) => row.chatId === chatId && isPinnedFor(state, row, userId),
    );
    add('chats', [chatId]);
    add(
      'members',
      members.map((row) => row.id),
    );
    add(
      'users',
      new Set([
        ...members.map((row) => row.userId),
        ...shown.flatMap((row) => [
          ...(row.senderId === null ? [] : [row.senderId]),
          ...(row.event?.people ?? []),
        ]),
        ...pinned.flatMap(({ message }) => message.senderId ?? []),
      ]),
    );
    add(
      'pinnedMessages',
      pinned.map((row) => row.id),
    );
    add(
      'messages',
      shown.map((row) => row.id),
    );
    return {
      kind: 'reset',
      scope,
      epoch,
      to: seq,
      changes: rows,
      coverage: { fromSeq, toSeq: lastSeq },
    };
  };

  /** An invitation that somebody else has made anew is gone for the member who made it before. */
  const presentFor = (userId: string, { table, id }: { table: TableName; id: string }): Change => {
    const change = presentRow(state, table, id);
    const invitation = table === 'invitations' ? state.tables.invitations.get(id) : undefined;
    const isOthers = invitation && !holdsInvitation(state, invitation, userId);
    return isOthers ? { table: 'invitations', id, version: change.version, row: null } : change;
  };

  const pullOne = (userId: string, scope: ScopeId, from: Cursor | undefined): PullScope | null => {
    const held = state.scopes.get(scope) ?? { seq: 0, floor: 0, log: [] };
    const isLost =
      from === undefined || from.epoch !== state.epoch || from.seq > held.seq || from.seq < held.floor;
    if (isLost) return snapshot(userId, scope);
    const log = held.log.filter((entry) => entry.seq > from.seq);
    if (log.length === 0) return null;
    const fresh = new Set(
      log
        .flatMap((entry) => entry.rows)
        .filter((row) => row.table === 'messages')
        .map((row) => row.id),
    );
    if (fresh.size > limits.tailMessages) return snapshot(userId, scope);
    const rows = new Map<string, { table: Parameters<typeof presentRow>[1]; id: string }>();
    let to = from.seq;
    for (const entry of log) {
      if (rows.size > 0 && rows.size + entry.rows.length > limits.pullRows) break;
      for (const row of entry.rows) rows.set(`${row.table}:${row.id}`, row);
      to = entry.seq;
    }
    return {
      kind: 'tail',
      scope,
      epoch: state.epoch,
      from: from.seq,
      to,
      changes: [...rows.values()]
        .map((row) => presentFor(userId, row))
        .filter(
          ({ table, row }) => table !== 'pinnedMessages' || row === null || isPinnedFor(state, row, userId),
        ),
    };
  };

  const audit = (userId: string, scope: ScopeId): ScopeAudit => {
    const { changes, epoch, to, ...reset } = snapshot(userId, scope);
    const fromSeq = 'coverage' in reset && reset.coverage !== undefined ? reset.coverage.fromSeq : null;
    const audited = changes.filter(
      ({ table, row }) =>
        table !== 'messages' || row === null || isMessageAudited(row, fromSeq ?? Number.NEGATIVE_INFINITY),
    );
    return { scope, epoch, seq: to, fromSeq, sum: auditSum(audited) };
  };

  const pull = (userId: string, request: PullRequest) => {
    const held = heldScopes(state, userId);
    const scopes: PullScope[] = [];
    let rows = 0;
    let more = false;
    for (const scope of held) {
      const found = pullOne(userId, scope, request.cursors[scope]);
      if (found === null) continue;
      if (rows > 0 && rows + found.changes.length > limits.pullRows) {
        more = true;
        break;
      }
      rows += found.changes.length;
      scopes.push(found);
      more ||= found.to < cursorOf(scope).seq;
    }
    const named = Object.keys(request.cursors) as ScopeId[];
    const statuses = request.unfinished.flatMap((id) => {
      const stored = state.mutations.get(keyOf(userId, id));
      return stored === undefined ? [] : [[id, stored.status] as const];
    });
    const asked = !more && request.audit !== undefined && held.includes(request.audit) ? request.audit : null;
    const lastPendingCount = state.pendingCounts.get(request.deviceId) ?? null;
    state.pendingCounts.set(request.deviceId, request.pendingCount);
    return pullResponse.parse({
      scopes,
      removed: named.filter((scope) => !held.includes(scope)),
      statuses: more ? {} : Object.fromEntries(statuses),
      more,
      ...(asked === null ? {} : { audit: audit(userId, asked) }),
      lastPendingCount,
      serverTime: at(),
    });
  };

  const cancel = (userId: string, ids: readonly string[]) => {
    for (const id of ids) {
      const key = keyOf(userId, id);
      verdicts.add(id);
      if (!state.mutations.has(key)) {
        state = {
          ...state,
          mutations: new Map(state.mutations).set(key, { body: '', status: { status: 'cancelled' } }),
        };
      }
    }
    const statuses = ids.map((id) => [id, state.mutations.get(keyOf(userId, id))?.status]);
    return cancelResponse.parse({ statuses: Object.fromEntries(statuses) });
  };

  const pagesFor = (userId: string) => ({
    ...{ state, userId, at: at(), perPage: limits.snapshotMessages, cursorOf },
  });

  const route = (userId: string, { method, path, body }: HttpRequest): unknown => {
    // As on the wire: what JSON does not carry does not arrive.
    const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    if (method === 'POST' && path === '/api/v1/sync/push') return push(userId, pushRequest.parse(sent));
    if (method === 'POST' && path === '/api/v1/sync/pull') return pull(userId, pullRequest.parse(sent));
    if (method === 'POST' && path === '/api/v1/sync/cancel')
      return cancel(userId, cancelRequest.parse(sent).ids);
    if (method === 'POST' && path === '/api/v1/sync/revalidate')
      return compareHeld(pagesFor(userId), revalidateRequest.parse(sent));
    if (method !== 'GET') throw new ProtocolError('not_found');
    return readPage(pagesFor(userId), new URL(path, 'http://model'));
  };

  return {
    handle(request: HttpRequest): HttpAnswer {
      const userId = tokens.get(request.headers['authorization']?.replace('Bearer ', '') ?? '');
      if (userId === undefined) return errorAnswer('session_dead');
      if (request.headers['x-acting-user'] !== userId) return errorAnswer('wrong_account');
      try {
        return {
          status: 200,
          json: JSON.parse(JSON.stringify(route(userId, request))),
          retryAfterMs: undefined,
        };
      } catch (error) {
        if (error instanceof ProtocolError) return errorAnswer(error.kind);
        throw error;
      }
    },
    /** @returns a token */
    signIn(userId: string): string {
      const token = newId();
      tokens.set(token, userId);
      return token;
    },
    signOut: (token: string) => void tokens.delete(token),
    userOf: (token: string) => tokens.get(token),
    /** A new release is out, and pages of older ones are refused. */
    release() {
      newest += 1;
    },
    newestRelease: () => newest,
    /** Every form that a person's profile ever had, without its version. */
    profiles,
    onEntry(listener: (userId: string, entry: ScopeEntry) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    headsOf: (userId: string) =>
      Object.fromEntries(heldScopes(state, userId).map((scope) => [scope, cursorOf(scope)])),
    /** Something that happens on the server without a mutation of a client. */
    act(run: (tx: ModelTransaction, at: string) => void): void {
      emit(
        '',
        act('', null, (tx) => run(tx, at())),
      );
    },
    state: () => state,
    effects,
    verdicts,
    /** Remembers this moment, to be restored. */
    save: () => {
      saved = copyState(state);
    },
    /** A restored database: earlier data under a new epoch. */
    restore() {
      if (saved === null) return false;
      for (const id of effects.keys())
        if (![...saved.mutations.keys()].some((key) => key.endsWith(id))) effects.delete(id);
      state = { ...copyState(saved), epoch: newId() };
      return true;
    },
    /** Forgets the log: devices that are behind start again. */
    compact() {
      state = {
        ...state,
        scopes: new Map(
          [...state.scopes].map(([id, scope]) => [id, { ...scope, floor: scope.seq, log: [] }]),
        ),
      };
    },
  };
};
