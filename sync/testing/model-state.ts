import {
  type Change,
  chatScope,
  type MemberRole,
  type MutationStatus,
  memberId,
  type RowOf,
  type ScopeEntry,
  type ScopeId,
  type TableName,
  userScope,
  type Vector,
} from '../../protocol/index.ts';
import { createTableMaps } from '../rebase/rows.ts';

/**
 * The server's data as docs/decisions/0015 describes it, in memory: rows with versions, tombstones, scopes with a gapless
 * counter and a log. Only for tests; what leaves it passes the protocol's schemas.
 */

type Tables = { [T in TableName]: Map<string, RowOf<T>> };
type LogEntry = {
  seq: number;
  rows: { table: TableName; id: string }[];
  actor: string;
  mutationId: string | null;
};
type Scope = { seq: number; floor: number; log: LogEntry[] };

const createTables = (): Tables => createTableMaps<{ [T in TableName]: RowOf<T> }>();

export type StoredMutation = { body: string; status: MutationStatus };

export type ModelState = {
  epoch: string;
  tables: Tables;
  /** Versions of deleted rows. */
  tombstones: Map<string, number>;
  scopes: Map<ScopeId, Scope>;
  mutations: Map<string, StoredMutation>;
  pendingCounts: Map<string, number>;
  /** Invitations that look sent and do not reach whom they are for. */
  hiddenInvitations: Set<string>;
};

export const createModelState = (epoch: string): ModelState => ({
  epoch,
  tables: createTables(),
  tombstones: new Map(),
  scopes: new Map(),
  mutations: new Map(),
  pendingCounts: new Map(),
  hiddenInvitations: new Set(),
});

/** Rows, scopes and logs are never changed in place, so that copying the maps copies the state. */
export const copyState = (state: ModelState): ModelState => ({
  ...state,
  tables: {
    users: new Map(state.tables.users),
    settings: new Map(state.tables.settings),
    friendships: new Map(state.tables.friendships),
    chats: new Map(state.tables.chats),
    members: new Map(state.tables.members),
    memberships: new Map(state.tables.memberships),
    invitations: new Map(state.tables.invitations),
    messages: new Map(state.tables.messages),
    pinnedMessages: new Map(state.tables.pinnedMessages),
    hidden: new Map(state.tables.hidden),
    starredMessages: new Map(state.tables.starredMessages),
    posts: new Map(state.tables.posts),
    comments: new Map(state.tables.comments),
    likes: new Map(state.tables.likes),
    hiddenPosts: new Map(state.tables.hiddenPosts),
    blocks: new Map(state.tables.blocks),
    authorMutes: new Map(state.tables.authorMutes),
  },
  tombstones: new Map(state.tombstones),
  scopes: new Map(state.scopes),
  mutations: new Map(state.mutations),
  pendingCounts: new Map(state.pendingCounts),
  hiddenInvitations: new Set(state.hiddenInvitations),
});

/** Whether somebody has this invitation: who sent it, and whom it is for unless it is hidden. */
export const holdsInvitation = (
  { hiddenInvitations }: ModelState,
  { id, inviterId, userId }: RowOf<'invitations'>,
  holder: string,
): boolean => holder === inviterId || (holder === userId && !hiddenInvitations.has(id));

export const heldScopes = (state: ModelState, userId: string): ScopeId[] => [
  userScope(userId),
  ...[...state.tables.memberships.values()]
    .filter((row) => row.userId === userId)
    .map((row) => chatScope(row.chatId)),
];

/** Messages from before somebody joined are pinned for others. */
export const isPinnedFor = (
  state: ModelState,
  { chatId, message }: RowOf<'pinnedMessages'>,
  userId: string,
): boolean => (message.seq ?? 0) > (state.tables.members.get(memberId(chatId, userId))?.joinedSeq ?? 0);

/** The stars on a message, or of somebody in a chat. */
export const starsOn = (
  tx: Pick<ModelTransaction, 'all'>,
  which: { messageId: string } | { userId: string; chatId: string },
): RowOf<'starredMessages'>[] =>
  tx
    .all('starredMessages')
    .filter((row) =>
      'messageId' in which
        ? row.messageId === which.messageId
        : row.userId === which.userId && row.chatId === which.chatId,
    );

export const presentRow = (state: ModelState, table: TableName, id: string): Change => {
  const row: RowOf<TableName> | undefined = state.tables[table].get(id);
  const version = row?.version ?? state.tombstones.get(`${table}:${id}`) ?? 0;
  return { table, id, version, row: row ?? null } as Change;
};

export type ModelTransaction = {
  get<T extends TableName>(table: T, id: string): RowOf<T> | undefined;
  all<T extends TableName>(table: T): RowOf<T>[];
  /** Writes the row with its next version and logs it in the scopes. */
  put<T extends TableName>(
    table: T,
    row: Omit<RowOf<T>, 'version'> & { id: string },
    ...scopes: ScopeId[]
  ): void;
  remove(table: TableName, id: string, ...scopes: ScopeId[]): void;
  /** Whether there was a row of this id that is gone. */
  wasRemoved(table: TableName, id: string): boolean;
  /** Whether an id that a client has chosen names a row, or a deleted one: it names no other. */
  isTaken(table: TableName, id: string): boolean;
  hideInvitation(id: string, isHidden: boolean): void;
  /** Logs a row that has not changed, for readers who do not know it. */
  log(table: TableName, id: string, ...scopes: ScopeId[]): void;
};

export type Committed = { vector: Vector; entries: ScopeEntry[] };

/** Runs `act` over a copy; on success the copy is the state, and each scope it logged in has one more entry. */
export const commit = (
  state: ModelState,
  actor: string,
  mutationId: string | null,
  act: (tx: ModelTransaction) => void,
): { state: ModelState; entries: ScopeEntry[] } => {
  const next = copyState(state);
  const logged = new Map<ScopeId, LogEntry['rows']>();
  const log = (table: TableName, id: string, scopes: readonly ScopeId[]): void => {
    for (const scope of scopes) {
      const rows = logged.get(scope) ?? [];
      logged.set(scope, [...rows.filter((row) => row.table !== table || row.id !== id), { table, id }]);
    }
  };
  act({
    get: (table, id) => next.tables[table].get(id),
    all: (table) => [...next.tables[table].values()],
    put(table, row, ...scopes) {
      const key = `${table}:${row.id}`;
      const before = next.tables[table].get(row.id)?.version ?? next.tombstones.get(key) ?? 0;
      next.tombstones.delete(key);
      (next.tables[table] as Map<string, unknown>).set(row.id, { ...row, version: before + 1 });
      log(table, row.id, scopes);
    },
    remove(table, id, ...scopes) {
      const before = next.tables[table].get(id);
      if (before === undefined) return;
      next.tables[table].delete(id);
      next.tombstones.set(`${table}:${id}`, before.version + 1);
      log(table, id, scopes);
    },
    wasRemoved: (table, id) => next.tombstones.has(`${table}:${id}`),
    isTaken: (table, id) => next.tables[table].has(id) || next.tombstones.has(`${table}:${id}`),
    hideInvitation: (id, isHidden) =>
      void (isHidden ? next.hiddenInvitations.add(id) : next.hiddenInvitations.delete(id)),
    log: (table, id, ...scopes) => log(table, id, scopes),
  });

  const entries: ScopeEntry[] = [];
  for (const [id, rows] of [...logged].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const scope = next.scopes.get(id) ?? { seq: 0, floor: 0, log: [] };
    const seq = scope.seq + 1;
    next.scopes.set(id, { ...scope, seq, log: [...scope.log, { seq, rows, actor, mutationId }] });
    entries.push({
      scope: id,
      epoch: next.epoch,
      prevSeq: scope.seq,
      seq,
      changes: rows.map((row) => presentRow(next, row.table, row.id)),
      ...(mutationId === null ? {} : { mutationIds: [mutationId] }),
    });
  }
  return { state: next, entries };
};

export const createPrivateChat = (
  tx: ModelTransaction,
  chat: {
    chatId: string;
    users: readonly string[];
    at: string;
    type?: 'PRIVATE' | 'GROUP';
    requestedBy?: string | null;
  },
): void => {
  const { chatId, users, at, type = 'PRIVATE', requestedBy = null } = chat;
  if (tx.get('chats', chatId) !== undefined) return;
  tx.put(
    'chats',
    {
      id: chatId,
      type,
      name: type === 'GROUP' ? 'Tropa' : null,
      uniqueCode: null,
      avatarId: null,
      lastSeq: 0,
      lastMessageAt: null,
      createdAt: at,
      requestedBy,
    },
    chatScope(chatId),
  );
  for (const [index, userId] of users.entries()) {
    const role = type === 'GROUP' && index === 0 ? 'OWNER' : 'MEMBER';
    addMember(tx, { chatId, userId, at, joinedSeq: 0, role });
  }
};

export const addMember = (
  tx: ModelTransaction,
  member: { chatId: string; userId: string; at: string; joinedSeq: number; role?: MemberRole },
): void => {
  const { chatId, userId, at, joinedSeq, role = 'MEMBER' } = member;
  const id = memberId(chatId, userId);
  const seen = { id, chatId, userId, seenSeq: joinedSeq };
  tx.put('members', { ...seen, role, joinedSeq, deliveredSeq: joinedSeq, joinedAt: at }, chatScope(chatId));
  tx.log('users', userId, chatScope(chatId));
  tx.put(
    'memberships',
    {
      ...{
        ...seen,
        ownAfterSeen: 0,
        isMuted: false,
        mutedUntil: null,
        mutesMentions: null,
        pinRank: null,
        isArchived: false,
      },
      ...{ clearedSeq: 0, clearedAt: null, isDeclined: false },
    },
    userScope(userId),
  );
};
