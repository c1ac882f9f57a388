import { Dexie } from 'dexie';
import { memberId, type UserRow } from '../../protocol/index.ts';
import {
  type CoverageRow,
  type LocalDatabase,
  type LocalMessage,
  listId,
  type OutboxRow,
  type OutboxRowOf,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { messageFromOutbox, needsAttention } from './failed-messages.ts';
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

export type MessagesWindow = {
  /** Oldest first: what the server has ordered, then what waits here. */
  readonly messages: readonly LocalMessage[];
  /** The mutation that carries a message, while it is in the outbox. */
  readonly outbox: ReadonlyMap<string, OutboxRowOf<'sendMessage'>>;
  readonly start: HistoryStart;
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

/** The oldest `seq` that is held without a hole up to the newest. */
const floorOf = (coverage: CoverageRow | undefined): number | null => {
  const from = coverage?.ranges.at(-1)?.from;
  return from === undefined ? null : Number(from);
};

const startOf = (coverage: CoverageRow | undefined, isCut: boolean): HistoryStart => {
  if (isCut) return 'stored';
  const floor = floorOf(coverage);
  // Nothing was ever pulled for a chat that was made here.
  if (floor === null) return 'complete';
  return floor <= Number(coverage?.start ?? 1) ? 'complete' : 'gap';
};

const readMessages = async (
  db: LocalDatabase,
  me: string,
  chatId: string,
  limit: number,
): Promise<MessagesWindow> => {
  const [coverage, hidden, waiting, place] = await Promise.all([
    db.coverage.get(listId('messages', chatId)),
    db.hidden.where('chatId').equals(chatId).toArray(),
    db.outbox.where('chatId').equals(chatId).toArray(),
    db.memberships.get(memberId(chatId, me)),
  ]);
  const clearedSeq = place?.clearedSeq ?? 0;
  const floor = floorOf(coverage);
  // A system line stands half a step after the message before it.
  const lowest = floor === null || floor <= 1 ? Dexie.minKey : floor - 0.5;
  const stored = await db.messages
    .where('[chatId+order]')
    .between([chatId, lowest], [chatId, Dexie.maxKey], true, true)
    .reverse()
    .limit(limit)
    .toArray();
  const rows = waiting.filter(isSendMessage);
  const outbox = new Map(rows.map((row) => [row.args.id, row]));
  const shown = new Set(stored.map((message) => message.id));
  // A refused message keeps its place, though its effect is gone from the table.
  const refused = rows
    .filter((row) => needsAttention(row) && !shown.has(row.args.id))
    .map((row) => messageFromOutbox(row, me));
  const hiddenIds = new Set(hidden.map((row) => row.messageId));
  const messages = [...stored.filter((message) => isKept(message, clearedSeq)), ...refused]
    .filter((message) => !hiddenIds.has(message.id))
    .sort((a, b) => a.order - b.order);
  const [answered, people] = await Promise.all([
    db.messages.bulkGet([...new Set(messages.flatMap((message) => message.replyToId ?? []))]),
    db.users.bulkGet([...new Set(messages.flatMap(peopleOf))]),
  ]);
  const quoted = answered.filter((message) => message !== undefined && !hiddenIds.has(message.id));
  return {
    messages,
    outbox,
    start: startOf(coverage, stored.length === limit),
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

const peopleOf = ({ senderId, mentions, reactions, event }: LocalMessage): string[] => [
  ...(senderId === null ? [] : [senderId]),
  ...mentions,
  ...reactions.map(({ userId }) => userId),
  ...(event?.people ?? []),
];

/** The newest `limit` messages of a chat that are held without a hole. */
export function useMessages(chatId: string, limit: number): MessagesWindow | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `messages ${chatId}`,
    stores: ['coverage', 'hidden', 'memberships', 'messages', 'outbox', 'users'],
    read: (db) => readMessages(db, userId, chatId, limit),
    extent: limit,
  });
}
