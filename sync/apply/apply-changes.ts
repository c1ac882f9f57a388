import { type Change, memberId, type TableName } from '../../protocol/index.ts';
import { rowKey } from '../rebase/row-keys.ts';
import { type Rows, rowAt } from '../rebase/rows.ts';
import type { CoverageRow, ListId, Position, RowKey, TombstoneRow } from '../storage/rows.ts';
import { acceptsRow, comparePositions, coverRow } from '../windows/coverage.ts';
import type { ListKindName } from '../windows/kind-names.ts';
import { kindsOfTable, listId, listKinds } from '../windows/kinds.ts';
import { toLocalMessage } from './local-row.ts';
import { putAndDelete } from './row-io.ts';
import type { Unit } from './unit.ts';

/** Whether a change is news: the newer version wins, and a tombstone is a version like any other. */
const isNews = (change: Change, base: Rows, tombstone: TombstoneRow | undefined): boolean => {
  const held = rowAt(base, change.table, change.id);
  if (held !== null && change.version <= held.version) return false;
  if (tombstone === undefined) return true;
  // A row that was only outside coverage may come back as it was; a deleted one may not.
  return tombstone.isGone ? change.version > tombstone.version : change.version >= tombstone.version;
};

type ListEntry = { list: ListId; position: Position; people: readonly string[]; isOwn: boolean };

/** The entries of a row in the lists that it belongs to; none when no window decides over it. */
const entriesOf = ({ row }: Change, kinds: readonly ListKindName[], userId: string): ListEntry[] =>
  row === null
    ? []
    : kinds.flatMap((name) => {
        const kind = listKinds[name];
        const position = kind.position(row);
        const person = kind.personOf?.(row) ?? null;
        const people = [...(person === null ? [] : [person]), ...(kind.namedBy?.(row) ?? [])];
        const isOwn = kind.isOwn?.(row, userId) ?? false;
        return kind.keysOf(row, userId).map((key) => ({ list: listId(name, key), position, people, isOwn }));
      });

const setRow = (base: Rows, change: Change): void => {
  switch (change.table) {
    case 'users':
      base.users.set(change.id, change.row);
      break;
    case 'settings':
      base.settings.set(change.id, change.row);
      break;
    case 'friendships':
      base.friendships.set(change.id, change.row);
      break;
    case 'chats':
      base.chats.set(change.id, change.row);
      break;
    case 'members':
      base.members.set(change.id, change.row);
      break;
    case 'memberships':
      base.memberships.set(change.id, change.row);
      break;
    case 'invitations':
      base.invitations.set(change.id, change.row);
      break;
    case 'messages':
      base.messages.set(change.id, change.row && toLocalMessage(change.row));
      break;
    case 'pinnedMessages':
      base.pinnedMessages.set(change.id, change.row);
      break;
    case 'blocks':
      base.blocks.set(change.id, change.row);
      break;
    case 'authorMutes':
      base.authorMutes.set(change.id, change.row);
      break;
    case 'hidden':
      base.hidden.set(change.id, change.row);
      break;
    case 'starredMessages':
      base.starredMessages.set(change.id, change.row);
      break;
    case 'posts':
      base.posts.set(change.id, change.row);
      break;
    case 'comments':
      base.comments.set(change.id, change.row);
      break;
    case 'likes':
      base.likes.set(change.id, change.row);
      break;
    case 'hiddenPosts':
      base.hiddenPosts.set(change.id, change.row);
  }
};

const noteRow = (coverage: CoverageRow, { position, people }: ListEntry): CoverageRow => {
  const covered = coverRow(coverage, position);
  const added = people.filter((id) => !covered.people.includes(id));
  return added.length === 0 ? covered : { ...covered, people: [...new Set([...covered.people, ...added])] };
};

/** Whether a row that windows decide over may stay, and what each of its lists covers with it. */
const admit = async (unit: Unit, entries: readonly ListEntry[], isHeld: boolean): Promise<boolean> => {
  let isAdmitted = isHeld || entries.some(({ isOwn }) => isOwn);
  for (const one of entries) {
    const coverage = await unit.loadCoverage(one.list);
    const isAccepted = acceptsRow(coverage, one.position);
    isAdmitted ||= isAccepted;
    if (isAccepted || (isHeld && typeof one.position === 'number')) {
      const noted = noteRow(coverage, one);
      // A page has covered what it brings.
      if (noted !== coverage) unit.setCoverage(one.list, noted);
    }
  }
  return isAdmitted;
};

/**
 * Whether a pinned message is from before the member joined. Events of the socket are the same for everybody in a chat, and
 * a pull leaves such a row out.
 */
const isFromBefore = async (unit: Unit, base: Rows, { table, row }: Change): Promise<boolean> => {
  if (table !== 'pinnedMessages' || row === null) return false;
  const id = memberId(row.chatId, unit.userId);
  const own = base.members.get(id) ?? (await unit.tx.get('members', id));
  return row.message.seq !== null && row.message.seq <= (own?.joinedSeq ?? 0);
};

/** By ascending position in each list; rows of no list come first. */
const byPosition = (a: { entries: ListEntry[] }, b: { entries: ListEntry[] }): number => {
  const [one, other] = [a.entries[0], b.entries[0]];
  if (one === undefined || other === undefined) return a.entries.length - b.entries.length;
  if (typeof one.position !== typeof other.position) return typeof one.position === 'number' ? -1 : 1;
  return comparePositions(one.position, other.position);
};

/**
 * Brings the changes that are news into `base`, and writes down the versions of what is not held.
 * @returns whether tombstones were written
 */
export const applyChanges = async (unit: Unit, base: Rows, now: number): Promise<boolean> => {
  const known = await unit.tombstonesOf([...unit.changes.keys()]);
  const tombstones: TombstoneRow[] = [];
  const restored: RowKey[] = [];
  const addTombstone = (change: Change, isGone: boolean): void => {
    tombstones.push({ key: rowKey(change.table, change.id), version: change.version, isGone, at: now });
  };

  // Ascending, so that the message before each one is covered already.
  const kinds = new Map<TableName, ListKindName[]>();
  const listed = [...unit.changes.values()].map(({ change, isForced }) => {
    const names = kinds.get(change.table) ?? kindsOfTable(change.table);
    kinds.set(change.table, names);
    return { change, isForced, entries: entriesOf(change, names, unit.userId) };
  });
  for (const { change, isForced, entries } of listed.sort(byPosition)) {
    const key = rowKey(change.table, change.id);
    if (!isForced && !isNews(change, base, known.get(key))) continue;
    const isHeld = rowAt(base, change.table, change.id) !== null;
    if (
      (entries.length > 0 && !(await admit(unit, entries, isHeld))) ||
      (await isFromBefore(unit, base, change))
    ) {
      addTombstone(change, false);
      continue;
    }
    if (change.row === null) addTombstone(change, true);
    else if (known.has(key)) restored.push(key);
    setRow(base, change);
  }
  await putAndDelete(unit.tx, 'tombstones', tombstones, restored);
  return tombstones.length > 0;
};
