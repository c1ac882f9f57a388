import type { Change, TableName } from '../../protocol/index.ts';
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

type Place = { list: ListId; place: Position; people: readonly string[]; isOwn: boolean };

/** Where a row stands in the lists it belongs to; nowhere, when no window decides over it. */
const placesOf = ({ row }: Change, kinds: readonly ListKindName[], userId: string): Place[] =>
  row === null
    ? []
    : kinds.flatMap((name) => {
        const kind = listKinds[name];
        const place = kind.position(row);
        const person = kind.personOf?.(row) ?? null;
        const people = [...(person === null ? [] : [person]), ...(kind.namedBy?.(row) ?? [])];
        const isOwn = kind.isOwn?.(row, userId) ?? false;
        return kind.keysOf(row, userId).map((key) => ({ list: listId(name, key), place, people, isOwn }));
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
    case 'blocks':
      base.blocks.set(change.id, change.row);
      break;
    case 'authorMutes':
      base.authorMutes.set(change.id, change.row);
      break;
    case 'hidden':
      base.hidden.set(change.id, change.row);
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

const noteRow = (coverage: CoverageRow, { place, people }: Place): CoverageRow => {
  const covered = coverRow(coverage, place);
  const added = people.filter((id) => !covered.people.includes(id));
  return added.length === 0 ? covered : { ...covered, people: [...new Set([...covered.people, ...added])] };
};

/** Whether a row that windows decide over may stay, and what each of its lists covers with it. */
const admit = async (unit: Unit, places: readonly Place[], isHeld: boolean): Promise<boolean> => {
  let isAdmitted = isHeld || places.some(({ isOwn }) => isOwn);
  for (const one of places) {
    const coverage = await unit.loadCoverage(one.list);
    const isAccepted = acceptsRow(coverage, one.place);
    isAdmitted ||= isAccepted;
    if (isAccepted || (isHeld && typeof one.place === 'number')) {
      const noted = noteRow(coverage, one);
      // A page has covered what it brings.
      if (noted !== coverage) unit.setCoverage(one.list, noted);
    }
  }
  return isAdmitted;
};

/** Upwards in each list; what stands in none comes first. */
const byPlace = (a: { places: Place[] }, b: { places: Place[] }): number => {
  const [one, other] = [a.places[0], b.places[0]];
  if (one === undefined || other === undefined) return a.places.length - b.places.length;
  if (typeof one.place !== typeof other.place) return typeof one.place === 'number' ? -1 : 1;
  return comparePositions(one.place, other.place);
};

/**
 * Brings the changes that are news into `base`, and writes down the versions of what is not held.
 * @returns whether tombstones were written
 */
export const applyChanges = async (unit: Unit, base: Rows, now: number): Promise<boolean> => {
  const known = await unit.tombstonesOf([...unit.changes.keys()]);
  const tombstones: TombstoneRow[] = [];
  const risen: RowKey[] = [];
  const bury = (change: Change, isGone: boolean): void => {
    tombstones.push({ key: rowKey(change.table, change.id), version: change.version, isGone, at: now });
  };

  // Upwards, so that each message finds its neighbour covered.
  const kinds = new Map<TableName, ListKindName[]>();
  const placed = [...unit.changes.values()].map(({ change, isForced }) => {
    const names = kinds.get(change.table) ?? kindsOfTable(change.table);
    kinds.set(change.table, names);
    return { change, isForced, places: placesOf(change, names, unit.userId) };
  });
  for (const { change, isForced, places } of placed.sort(byPlace)) {
    const key = rowKey(change.table, change.id);
    if (!isForced && !isNews(change, base, known.get(key))) continue;
    if (places.length > 0 && !(await admit(unit, places, rowAt(base, change.table, change.id) !== null))) {
      bury(change, false);
      continue;
    }
    if (change.row === null) bury(change, true);
    else if (known.has(key)) risen.push(key);
    setRow(base, change);
  }
  await putAndDelete(unit.tx, 'tombstones', tombstones, risen);
  return tombstones.length > 0;
};
