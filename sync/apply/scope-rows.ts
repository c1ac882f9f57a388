import type { Change, RowOf, ScopeId, TableName } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey, ShadowRow } from '../storage/rows.ts';
import { kindsOfTable, listKindNames, listKinds } from '../windows/kinds.ts';
import type { Unit } from './unit.ts';

export const parseScope = (scope: ScopeId): { kind: 'user' | 'chat'; id: string } =>
  scope.startsWith('chat:') ? { kind: 'chat', id: scope.slice(5) } : { kind: 'user', id: scope.slice(5) };

/**
 * The tables whose rows live and die with a scope: add yours here. Profiles belong to several and go when no row points to
 * them. Of a table that windows fill, only what its kind calls `isOwn` is the member's scope's.
 */
export const tablesOfScope = (scope: ScopeId): readonly TableName[] =>
  parseScope(scope).kind === 'chat'
    ? ['chats', 'members', 'messages', 'pinnedMessages']
    : [
        ...new Set<TableName>([
          'settings',
          'friendships',
          'memberships',
          'invitations',
          'hidden',
          'starredMessages',
          'blocks',
          'authorMutes',
          'likes',
          'hiddenPosts',
          ...ownTables(),
        ]),
      ];

/** Tables that windows fill, of which some rows are the member's own. */
const ownTables = (): TableName[] =>
  listKindNames()
    .map((name) => listKinds[name])
    .flatMap((kind) => (kind.isOwn === undefined ? [] : [kind.table]));

const isOfUser = <T extends TableName>(table: T, row: RowOf<T>, userId: string): boolean => {
  const kinds = kindsOfTable(table).map((name) => listKinds[name]);
  return kinds.length === 0 || kinds.some((kind) => kind.isOwn?.(row, userId) ?? false);
};

const isOfChat = ({ base }: ShadowRow, table: TableName, chatId: string): boolean => {
  if (base === null) return false;
  if (table === 'chats') return base.id === chatId;
  return 'chatId' in base && base.chatId === chatId;
};

const hiddenOf = async (
  { tx, loaded }: Unit,
  tables: readonly TableName[],
  isOf: (shadow: ShadowRow) => boolean,
): Promise<RowKey[]> =>
  (loaded.length === 0 ? [] : await tx.getAll('shadows'))
    .filter((shadow) => tables.includes(shadow.table) && shadow.base !== null && isOf(shadow))
    .map((shadow) => shadow.key);

/** What the unit will need is in its hands then: whatever the server names of a chat and is not here is not on the device. */
const expectOf = (unit: Unit, chatId: string, changes: readonly Change[]): void => {
  const { members, messages } = unit.expected;
  for (const { table, id, row } of changes) {
    if (table === 'messages' && row?.chatId === chatId && !messages.has(id)) messages.set(id, null);
    if (table === 'members' && row?.chatId === chatId && !members.has(id)) members.set(id, null);
  }
};

/**
 * Every row of a scope that the device holds, those hidden by a pending effect included. All questions are asked at once: one
 * that is awaited alone waits for the browser's process.
 * @param changes what the server has said of the scope as a whole, if it has
 */
export const rowsOfScope = async (
  unit: Unit,
  scope: ScopeId,
  changes: readonly Change[] = [],
): Promise<RowKey[]> => {
  const { tx } = unit;
  const { kind, id } = parseScope(scope);
  const tables = tablesOfScope(scope);
  if (kind === 'user') {
    const shownIn = async (table: TableName): Promise<RowKey[]> =>
      (await tx.getAll(table)).filter((row) => isOfUser(table, row, id)).map((row) => rowKey(table, row.id));
    const [hidden, ...shown] = await Promise.all([
      hiddenOf(unit, tables, ({ table, base }) => base !== null && isOfUser(table, base, id)),
      ...tables.map(shownIn),
    ]);
    return [...shown.flat(), ...hidden];
  }
  const [hidden, members, messages, pinned] = await Promise.all([
    hiddenOf(unit, tables, (shadow) => isOfChat(shadow, shadow.table, id)),
    tx.getAllBy('members', 'chatId', id),
    tx.getMessages(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    tx.getAllBy('pinnedMessages', 'chatId', id),
  ]);
  for (const row of members) unit.expected.members.set(row.id, row);
  for (const row of messages) unit.expected.messages.set(row.id, row);
  expectOf(unit, id, changes);
  return [
    rowKey('chats', id),
    ...members.map((row) => rowKey('members', row.id)),
    ...messages.map((row) => rowKey('messages', row.id)),
    ...pinned.map((row) => rowKey('pinnedMessages', row.id)),
    ...hidden,
  ];
};
