import { Dexie } from 'dexie';
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
};

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
  const coverage = await db.coverage.get(listId('messages', chatId));
  const floor = floorOf(coverage);
  // A system line stands half a step after the message before it.
  const lowest = floor === null || floor <= 1 ? Dexie.minKey : floor - 0.5;
  const stored = await db.messages
    .where('[chatId+order]')
    .between([chatId, lowest], [chatId, Dexie.maxKey], true, true)
    .reverse()
    .limit(limit)
    .toArray();
  const rows = (await db.outbox.where('chatId').equals(chatId).toArray()).filter(isSendMessage);
  const outbox = new Map(rows.map((row) => [row.args.id, row]));
  const shown = new Set(stored.map((message) => message.id));
  // A refused message keeps its place, though its effect is gone from the table.
  const refused = rows
    .filter((row) => needsAttention(row) && !shown.has(row.args.id))
    .map((row) => messageFromOutbox(row, me));
  return {
    messages: [...stored, ...refused].sort((a, b) => a.order - b.order),
    outbox,
    start: startOf(coverage, stored.length === limit),
  };
};

/** The newest `limit` messages of a chat that are held without a hole. */
export function useMessages(chatId: string, limit: number): MessagesWindow | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: `messages ${chatId}`,
    stores: ['coverage', 'messages', 'outbox'],
    read: (db) => readMessages(db, userId, chatId, limit),
    extent: limit,
  });
}
