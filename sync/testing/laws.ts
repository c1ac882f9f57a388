import {
  authorMuteId,
  blockId,
  chatScope,
  friendshipId,
  type RowOf,
  type TableName,
} from '../../protocol/index.ts';
import { fold, ownMessagesNeeds } from '../rebase/fold.ts';
import { parseRowKey, tableNames } from '../rebase/row-keys.ts';
import { createRows, isEqualValue, type Rows } from '../rebase/rows.ts';
import { isUnsettled } from '../rebase/settle.ts';
import type { OutboxRow, RowKey, ShadowOf } from '../storage/rows.ts';
import { isCovered } from '../windows/coverage.ts';
import { listId, parseListId } from '../windows/kinds.ts';
import type { Device } from './device.ts';
import { formOf, type ModelServer } from './model-server.ts';
import { heldScopes, holdsInvitation, isPinnedFor } from './model-state.ts';

/** The laws of docs/decisions/0018, asked of a device's disk. Each answers what breaks it; nothing, when it holds. */
export type Holder = Pick<Device, 'userId' | 'disk'>;

const outboxOf = (device: Holder): OutboxRow[] =>
  [...device.disk.stores.outbox.values()].sort((a, b) => a.seq - b.seq);

const setRow = <T extends TableName>(rows: Rows, { table, id, base }: ShadowOf<T>): void => {
  const name: T = table;
  const map: Rows[T] = rows[name];
  map.set(id, base);
};

/** L6: a row has a shadow exactly while an unsettled mutation touches it, and the screen shows the fold. */
export const shadowFaults = (device: Holder): string[] => {
  const { stores } = device.disk;
  const unsettled = outboxOf(device).filter(isUnsettled);
  const touched = new Set<RowKey>(unsettled.flatMap((row) => row.touches));
  const faults: string[] = [];
  for (const key of touched) if (!stores.shadows.has(key)) faults.push(`L6 no shadow of ${key}`);
  const base = createRows();
  for (const shadow of stores.shadows.values()) {
    if (!touched.has(shadow.key)) faults.push(`L6 shadow of untouched ${shadow.key}`);
    setRow(base, shadow);
  }
  const needs = new Map(ownMessagesNeeds(unsettled).map((need) => [need.chatId, need.afterSeq]));
  // Only a pending seen mark asks, and there are many messages.
  const ownSeqs = (chatId: string): number[] => {
    const own = [...stores.messages.values()].filter((row) => !base.messages.has(row.id));
    return [...own, ...base.messages.values()]
      .flatMap((row) => (row?.chatId === chatId && row.senderId === device.userId ? [row.seq ?? 0] : []))
      .filter((seq) => seq > (needs.get(chatId) ?? Number.POSITIVE_INFINITY));
  };
  const expected = fold(base, unsettled, { userId: device.userId, ownSeqs });
  for (const key of stores.shadows.keys()) {
    const { table, id } = parseRowKey(stores.shadows.get(key)?.key ?? 'users:');
    const shown = stores[table].get(id) ?? null;
    if (!isEqualValue(shown, expected[table].get(id) ?? null)) faults.push(`fold differs at ${key}`);
  }
  return faults;
};

/** Coverage tells the truth: no hole inside a range. */
export const coverageFaults = (device: Holder): string[] => {
  const { stores } = device.disk;
  const faults: string[] = [];
  for (const { list, ranges } of stores.coverage.values()) {
    const { name, key: chatId } = parseListId(list);
    if (name !== 'messages') continue;
    const seqs = new Set(
      [...stores.messages.values()].filter((row) => row.chatId === chatId).map((row) => row.seq),
    );
    for (const { from, to } of ranges) {
      for (let seq = Number(from); seq <= Number(to); seq += 1)
        if (!seqs.has(seq)) faults.push(`hole at ${chatId} ${seq}`);
    }
  }
  return faults;
};

/** L7: nothing of a chat whose scope is not held, but what the member's own pending work shows. */
export const scopeFaults = (device: Holder): string[] => {
  const { stores } = device.disk;
  const isForeign = (table: TableName, id: string, chatId: string): boolean =>
    !stores.cursors.has(chatScope(chatId)) && !stores.shadows.has(`${table}:${id}`);
  return [
    ...[...stores.chats.values()].filter((row) => isForeign('chats', row.id, row.id)),
    ...[...stores.members.values()].filter((row) => isForeign('members', row.id, row.chatId)),
    ...[...stores.messages.values()].filter((row) => isForeign('messages', row.id, row.chatId)),
    ...[...stores.pinnedMessages.values()].filter((row) => isForeign('pinnedMessages', row.id, row.chatId)),
  ].map((row) => `L7 row ${row.id} of no scope`);
};

const tableOf = (table: TableName, server: ModelServer, device: Device): RowOf<TableName>[] => {
  const { tables } = server.state();
  const held = new Set(heldScopes(server.state(), device.userId));
  const { stores } = device.disk;
  const isHeld = (row: RowOf<'messages'>): boolean =>
    isCovered(stores.coverage.get(listId('messages', row.chatId)) ?? { ranges: [] }, row.seq ?? row.afterSeq);
  switch (table) {
    case 'users': {
      // Who is only in the history that is held, and has left, is shown as they were at some time: their changes are not sent any more.
      const isFollowed = (id: string): boolean =>
        id === device.userId ||
        tables.friendships.has(friendshipId(id, device.userId)) ||
        tables.blocks.has(blockId(device.userId, id)) ||
        tables.authorMutes.has(authorMuteId(device.userId, id)) ||
        [...tables.members.values()].some((row) => row.userId === id && held.has(chatScope(row.chatId)));
      return [...stores.users.values()].flatMap((row) => {
        if (isFollowed(row.id)) return tables.users.get(row.id) ?? [];
        const isInHistory = [...stores.coverage.values()].some(({ people }) => people.includes(row.id));
        const isInvited = [...stores.invitations.values()].some(
          (one) => one.userId === row.id || one.inviterId === row.id,
        );
        const isPinned = [...stores.pinnedMessages.values()].some(
          ({ message }) => message.senderId === row.id,
        );
        const wasLikeThis = server.profiles.get(row.id)?.has(formOf(row)) === true;
        return (isInHistory || isInvited || isPinned) && wasLikeThis ? row : [];
      });
    }
    case 'settings':
      return [...tables.settings.values()].filter((row) => row.id === device.userId);
    case 'friendships':
      return [...tables.friendships.values()].filter(
        (row) => row.requesterId === device.userId || row.requesteeId === device.userId,
      );
    case 'memberships':
      return [...tables.memberships.values()].filter((row) => row.userId === device.userId);
    case 'blocks':
      return [...tables.blocks.values()].filter((row) => row.id.startsWith(device.userId));
    case 'authorMutes':
      return [...tables.authorMutes.values()].filter((row) => row.id.startsWith(device.userId));
    case 'hidden':
      return [...tables.hidden.values()].filter((row) => row.userId === device.userId);
    case 'starredMessages':
      return [...tables.starredMessages.values()].filter((row) => row.userId === device.userId);
    case 'invitations':
      return [...tables.invitations.values()].filter((row) =>
        holdsInvitation(server.state(), row, device.userId),
      );
    case 'chats':
      return [...tables.chats.values()].filter((row) => held.has(chatScope(row.id)));
    case 'members':
      return [...tables.members.values()].filter((row) => held.has(chatScope(row.chatId)));
    case 'pinnedMessages':
      return [...tables.pinnedMessages.values()].filter(
        (row) => held.has(chatScope(row.chatId)) && isPinnedFor(server.state(), row, device.userId),
      );
    case 'posts':
      return [...tables.posts.values()].filter((row) => row.creatorId === device.userId);
    case 'comments':
      return [...tables.comments.values()].filter(
        (row) => row.creatorId === device.userId && isStored(row.postId, server),
      );
    case 'likes':
      return [...tables.likes.values()].filter((row) => row.userId === device.userId);
    case 'hiddenPosts':
      return [...tables.hiddenPosts.values()].filter((row) => row.userId === device.userId);
    case 'messages':
      return [...tables.messages.values()].filter((row) => held.has(chatScope(row.chatId)) && isHeld(row));
  }
};

/** Others' posts and comments are kept as lists: a log only freshens them. */
const isLogged = (row: { id: string }, userId: string): boolean =>
  !('author' in row && 'creatorId' in row) || row.creatorId === userId;

/** WI6: after a reconnection what is held of others' posts is what the server would show, as it is now. */
export const windowFaults = (device: Device, server: ModelServer): string[] => {
  const { stores } = device.disk;
  const { tables } = server.state();
  return [...stores.posts.values()].flatMap((row) => {
    if (row.creatorId === device.userId || stores.shadows.has(`posts:${row.id}`)) return [];
    const now = tables.posts.get(row.id);
    const isSeen = now !== undefined && now.privacy === 'PUBLIC' && now.deletedAt === null;
    if (!isSeen) return [`WI6 post ${row.id} is shown and may not be`];
    return isEqualValue(now, row) ? [] : [`WI6 post ${row.id} is old: ${row.version} / ${now.version}`];
  });
};

/** A comment goes with its post, without a log entry of its own. */
const isStored = (postId: string, server: ModelServer): boolean => server.state().tables.posts.has(postId);

/** L3: with nothing pending, the device holds what the server would answer, within coverage; and knows everybody in it. */
export const replicaFaults = (device: Device, server: ModelServer): string[] => {
  const { stores } = device.disk;
  const faults: string[] = [];
  for (const table of tableNames) {
    const expected = new Map(tableOf(table, server, device).map((row) => [row.id, row]));
    const found = new Map(
      [...stores[table].values()]
        // A system line at the edge of coverage may or may not be there.
        .filter((row) => table !== 'messages' || ('seq' in row && row.seq !== null))
        .filter((row) => isLogged(row, device.userId))
        .filter((row) => table !== 'comments' || ('postId' in row && isStored(row.postId, server)))
        .map((row) => [row.id, row]),
    );
    for (const [id, row] of expected) {
      const { order: _order, ...shown } = { order: 0, ...found.get(id) };
      if ('seq' in row && row.seq === null) continue;
      if (!isEqualValue(shown, row))
        faults.push(`L3 ${table} ${id} differs: ${JSON.stringify(shown)} / ${JSON.stringify(row)}`);
    }
    for (const id of found.keys()) if (!expected.has(id)) faults.push(`L3 ${table} ${id} is too much`);
  }
  const people = [
    ...[...stores.members.values()].map((row) => row.userId),
    ...[...stores.blocks.values()].map((row) => row.userId),
    ...[...stores.authorMutes.values()].map((row) => row.userId),
    ...[...stores.pinnedMessages.values()].flatMap(({ message }) => message.senderId ?? []),
    ...[...stores.friendships.values()].flatMap((row) => [row.requesterId, row.requesteeId]),
    ...[...stores.invitations.values()].flatMap((row) => [row.inviterId, row.userId]),
  ];
  for (const id of new Set(people)) if (!stores.users.has(id)) faults.push(`L3 user ${id} is unknown`);
  const heads = server.headsOf(device.userId);
  for (const [scope, head] of Object.entries(heads)) {
    const cursor = stores.cursors.get(scope);
    if (cursor?.seq !== head.seq || cursor.epoch !== head.epoch) faults.push(`L3 ${scope} stands elsewhere`);
  }
  for (const scope of stores.cursors.keys()) {
    if (!Object.hasOwn(heads, scope)) faults.push(`L3 ${scope} is not held`);
  }
  return faults;
};

/** L1: a message that has left the outbox because the server has it is on the screen, but for history that a reset took. */
export const visibilityFaults = (
  device: Device,
  server: ModelServer,
  settledIds: Iterable<string>,
): string[] => {
  const { stores } = device.disk;
  const faults: string[] = [];
  for (const id of settledIds) {
    const row = server.state().tables.messages.get(id);
    if (row === undefined || row.seq === null || stores.messages.has(id)) continue;
    const newest = stores.coverage.get(listId('messages', row.chatId))?.ranges.at(-1);
    const isHistory = newest !== undefined && row.seq < Number(newest.from);
    if (stores.cursors.has(chatScope(row.chatId)) && !isHistory) faults.push(`L1 ${id} has disappeared`);
  }
  return faults;
};

/** SA1: no false positives. */
export const auditFaults = (device: Device): string[] =>
  [...device.disk.stores.meta.keys()].flatMap((key) =>
    key.startsWith('repaired:') ? [`SA1 ${key} though nothing was damaged`] : [],
  );

/** L2: no mutation took effect twice. */
export const effectFaults = (server: ModelServer): string[] =>
  [...server.effects].filter(([, count]) => count > 1).map(([id]) => `L2 ${id} acted twice`);

/** What a device wrote stands on the server under its owner's name, whatever account was signed in when it was sent. */
export const routeFaults = (device: Device, server: ModelServer, rows: readonly OutboxRow[]): string[] =>
  rows.flatMap((row) => {
    if (row.name !== 'sendMessage') return [];
    const stored = server.state().tables.messages.get(row.args.id);
    const isRouted = stored === undefined || stored.senderId === device.userId;
    return isRouted ? [] : [`${row.args.id} was written by another than ${stored.senderId}`];
  });

/** L4: what one device sent through one lane stands on the server in the order it was written. */
export const orderFaults = (
  server: ModelServer,
  written: readonly { messageId: string; lane: string }[],
): string[] => {
  const faults: string[] = [];
  const last = new Map<string, number>();
  for (const { messageId, lane } of written) {
    const seq = server.state().tables.messages.get(messageId)?.seq;
    if (seq === undefined || seq === null) continue;
    if (seq < (last.get(lane) ?? 0)) faults.push(`L4 ${messageId} overtook in ${lane}`);
    last.set(lane, seq);
  }
  return faults;
};
