import type { RowOf, ScopeId, TableName } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import type { RowKey, ShadowRow } from '../storage/rows.ts';
import { kindsOfTable, listKindNames, listKinds } from '../windows/kinds.ts';
import type { Unit } from './unit.ts';

export const parseScope = (scope: ScopeId): { kind: 'user' | 'chat'; id: string } =>
  scope.startsWith('chat:') ? { kind: 'chat', id: scope.slice(5) } : { kind: 'user', id: scope.slice(5) };

/**
 * The tables whose rows live and die with a scope: add yours here. Profiles belong to several and go when nobody points to
 * them. Of a table that windows fill, only what its kind calls `isOwn` is the member's scope's.
 */
export const tablesOfScope = (scope: ScopeId): readonly TableName[] =>
  parseScope(scope).kind === 'chat'
    ? ['chats', 'members', 'messages']
    : [
        ...new Set<TableName>([
          'settings',
          'friendships',
          'memberships',
          'invitations',
          'hidden',
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

/** Every row of a scope that the device holds, those hidden by a pending effect included. */
export const rowsOfScope = async (unit: Unit, scope: ScopeId): Promise<RowKey[]> => {
  const { tx } = unit;
  const { kind, id } = parseScope(scope);
  const tables = tablesOfScope(scope);
  const hidden = (unit.loaded.length === 0 ? [] : await tx.getAll('shadows'))
    .filter((shadow) => tables.includes(shadow.table) && shadow.base !== null)
    .filter((shadow) =>
      kind === 'user'
        ? shadow.base !== null && isOfUser(shadow.table, shadow.base, id)
        : isOfChat(shadow, shadow.table, id),
    )
    .map((shadow) => shadow.key);
  if (kind === 'user') {
    const shown: RowKey[] = [];
    for (const table of tables) {
      for (const row of await tx.getAll(table)) {
        if (isOfUser(table, row, id)) shown.push(rowKey(table, row.id));
      }
    }
    return [...shown, ...hidden];
  }
  const members = await tx.getAllBy('members', 'chatId', id);
  const messages = await tx.getMessages(id, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return [
    rowKey('chats', id),
    ...members.map((row) => rowKey('members', row.id)),
    ...messages.map((row) => rowKey('messages', row.id)),
    ...hidden,
  ];
};
