import { Dexie } from 'dexie';
import { memberId, type UserRow } from '../../protocol/index.ts';
import {
  type CoverageRow,
  type LocalMessage,
  type LocalTables,
  listId,
  type OutboxRow,
  type OutboxRowOf,
  PENDING_ORDER,
  writtenMessage,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { needsAttention } from './failed-messages.ts';
import { isKept } from './unseen.ts';
import { useLocalQuery } from './use-local-query.ts';

/** What stands above the oldest message shown. */
export type HistoryStart =
  /** More is on this device: ask for a longer window. */
  | 'stored'
  /** Older ones are on the server. */
  | 'gap'
  /** This is where the chat begins. */
  | 'complete';

/** Which part of a chat is wanted: its newest `before` messages, or so many before and after a place. */
export type MessagesExtent = {
  readonly around: number | null;
  readonly before: number;
  readonly after: number;
};

export type MessagesWindow = {
  /** Oldest first: what the server has ordered, then what waits here. */
  readonly messages: readonly LocalMessage[];
  /** The mutation that carries a message, while it is in the outbox. */
  readonly outbox: ReadonlyMap<string, OutboxRowOf<'sendMessage'>>;
  readonly start: HistoryStart;
  /** What the page that goes on from `start` has to end before, when it is a gap. */
  readonly startBefore: number | null;
  /** Holes further down: by the message below each, what a page has to end before to fill it. */
  readonly gaps: ReadonlyMap<string, number>;
  /** The place whose surroundings it is; null at the chat's end. */
  readonly around: number | null;
  /** Whether the newest message of the chat is in it. */
  readonly isLive: boolean;
  /** The last number up to which this device holds the chat's end, whether or not it is drawn; null in an old part. */
  readonly endSeq: number | null;
  /** The messages that others answer, by id, as far as this device holds them. */
  readonly quoted: ReadonlyMap<string, LocalMessage>;
  /** Edits that the server refused, by the message they were for: their words are nowhere else. */
  readonly refusedEdits: ReadonlyMap<string, OutboxRowOf<'editMessage'>>;
  /** Everybody who speaks, is named or has reacted, members or not. */
  readonly people: People;
};

export type People = ReadonlyMap<string, UserRow>;

const isRefusedEdit = (row: OutboxRow): row is OutboxRowOf<'editMessage'> =>
  row.name === 'editMessage' && (row.state === 'rejected' || row.state === 'parked');

const isSendMessage = (row: OutboxRow): row is OutboxRowOf<'sendMessage'> => row.name === 'sendMessage';

/** The range of numbers that holds a place; a line between two numbers stands in that of the number before it. */
const rangeAt = (coverage: CoverageRow | undefined, order: number) =>
  coverage?.ranges.find(({ from, to }) => Number(from) <= order && order < Number(to) + 1);

const startOf = (
  coverage: CoverageRow | undefined,
  oldest: LocalMessage | undefined,
  isCut: boolean,
): Pick<MessagesWindow, 'start' | 'startBefore'> => {
  if (isCut) return { start: 'stored', startBefore: null };
  const range = (oldest && rangeAt(coverage, oldest.order)) ?? coverage?.ranges[0];
  // Nothing was ever pulled for a chat that was made here.
  if (range === undefined) return { start: 'complete', startBefore: null };
  const from = Number(range.from);
  if (from <= Number(coverage?.start ?? 1)) return { start: 'complete', startBefore: null };
  return { start: 'gap', startBefore: from };
};

const endOf = (coverage: CoverageRow | undefined): number | null =>
  coverage === undefined || coverage.ranges.length === 0
    ? null
    : Math.max(...coverage.ranges.map(({ to }) => Number(to)));

/** Between two messages that no one range holds together something is missing. */
const gapsOf = (
  coverage: CoverageRow | undefined,
  messages: readonly LocalMessage[],
): ReadonlyMap<string, number> => {
  const gaps = new Map<string, number>();
  if ((coverage?.ranges.length ?? 0) < 2) return gaps;
  let before: LocalMessage | undefined;
  for (const message of messages) {
    const range = message.order < PENDING_ORDER ? rangeAt(coverage, message.order) : undefined;
    if (range === undefined) continue;
    if (before !== undefined && before.order < Number(range.from) - 0.5)
      gaps.set(message.id, Number(range.from));
    before = message;
  }
  return gaps;
};

/** The rows that are wanted, newest first, and whether they were cut at either end. */
const readRows = async (db: LocalTables, chatId: string, { around, before, after }: MessagesExtent) => {
  const upTo = around === null ? Dexie.maxKey : around;
  const [older, newer] = await Promise.all([
    db.messages
      .where('[chatId+order]')
      .between([chatId, Dexie.minKey], [chatId, upTo], true, true)
      .reverse()
      .limit(before)
      .toArray(),
    around === null
      ? []
      : db.messages
          .where('[chatId+order]')
          .between([chatId, around], [chatId, Dexie.maxKey], false, true)
          .limit(after)
          .toArray(),
  ]);
  return {
    stored: [...newer.reverse(), ...older],
    isCut: older.length === before,
    isLive: around === null || newer.length < after,
  };
};

const readMessages = async (
  db: LocalTables,
  me: string,
  chatId: string,
  extent: MessagesExtent,
): Promise<MessagesWindow> => {
  const [coverage, hidden, waiting, place] = await Promise.all([
    db.coverage.get(listId('messages', chatId)),
    db.hidden.where('chatId').equals(chatId).toArray(),
    db.outbox.where('chatId').equals(chatId).toArray(),
    db.memberships.get(memberId(chatId, me)),
  ]);
  const cleared = place ?? { clearedSeq: 0 };
  const { stored, isCut, isLive } = await readRows(db, chatId, extent);
  const rows = waiting.filter(isSendMessage);
  const outbox = new Map(rows.map((row) => [row.args.id, row]));
  const shown = new Set(stored.map((message) => message.id));
  // A refused message keeps its place, though its effect is gone from the table.
  const refused = rows
    .filter((row) => isLive && needsAttention(row) && !shown.has(row.args.id))
    .map((row) => writtenMessage(row, me));
  const hiddenIds = new Set(hidden.map((row) => row.messageId));
  const messages = [...stored.filter((message) => isKept(message, cleared)), ...refused]
    .filter((message) => !hiddenIds.has(message.id))
    // Lines of the system share one place behind a message; their ids carry the time.
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const [answered, people] = await Promise.all([
    db.messages.bulkGet([...new Set(messages.flatMap((message) => message.replyToId ?? []))]),
    db.users.bulkGet([...new Set(messages.flatMap(peopleOf))]),
  ]);
  const quoted = answered.filter((message) => message !== undefined && !hiddenIds.has(message.id));
  return {
    messages,
    outbox,
    ...startOf(coverage, stored.at(-1), isCut),
    gaps: gapsOf(coverage, messages),
    around: extent.around,
    isLive,
    endSeq: isLive ? endOf(coverage) : null,
    quoted: byId(quoted),
    refusedEdits: new Map(
      waiting
        .filter(isRefusedEdit)
        .map((row): [string, OutboxRowOf<'editMessage'>] => [row.args.messageId, row]),
    ),
    people: byId(people),
  };
};

const byId = <T extends { id: string }>(rows: readonly (T | undefined)[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));

const peopleOf = ({ senderId, mentions, reactions, listens = [], event }: LocalMessage): string[] => [
  ...(senderId === null ? [] : [senderId]),
  ...mentions,
  ...[...reactions, ...listens].map(({ userId }) => userId),
  ...(event?.people ?? []),
];

/** A part of a chat's messages as this device holds them, with what is missing between them. */
export function useMessages(chatId: string, extent: MessagesExtent): MessagesWindow | undefined {
  const { userId } = useEngine();
  const { around, before, after } = extent;
  return useLocalQuery({
    name: `messages ${chatId}`,
    stores: ['coverage', 'hidden', 'memberships', 'messages', 'outbox', 'users'],
    read: (db) => readMessages(db, userId, chatId, extent),
    extent: `${around} ${before} ${after}`,
  });
}

/** Where a message of this chat stands; null when this device does not hold it. */
export async function placeOfMessage(db: LocalTables, chatId: string, id: string): Promise<number | null> {
  const message = await db.messages.get(id);
  return message?.chatId === chatId ? message.order : null;
}
