import type { LocalMessage } from '../../../sync/index.ts';
import type { GroupPosition } from '../../components/message-bubble.tsx';
import type { HistoryStart } from '../../queries/messages.ts';

/** One row of a conversation. Keys are stable: a message keeps its id from the first tap to the last tick. */
export type TimelineItem =
  | { readonly kind: 'start'; readonly key: 'start'; readonly start: HistoryStart }
  /** Missing: what lies between the message above it and number `before`. */
  | { readonly kind: 'gap'; readonly key: string; readonly after: number; readonly before: number }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unseen'; readonly key: 'unseen' }
  | { readonly kind: 'system'; readonly key: string; readonly message: LocalMessage }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: LocalMessage;
      readonly isOwn: boolean;
      readonly position: GroupPosition;
    };

const GROUP_GAP_MS = 5 * 60_000;

/** The calendar day on this device, as in `2026-03-01`. */
export const dayOf = (at: string): string => {
  const date = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

const isNear = (a: string, b: string): boolean => Math.abs(Date.parse(b) - Date.parse(a)) < GROUP_GAP_MS;

const positionOf = (joinsBefore: boolean, joinsAfter: boolean): GroupPosition => {
  if (joinsBefore) return joinsAfter ? 'middle' : 'last';
  return joinsAfter ? 'first' : 'single';
};

/** Whether a message stands after a place, as it is counted: not one that was deleted meanwhile. */
const isNews = ({ seq, deletedAt }: LocalMessage, after: number): boolean =>
  seq !== null && seq > after && deletedAt === null;

export type TimelineInput = {
  /** Oldest first. */
  readonly messages: readonly LocalMessage[];
  readonly start: HistoryStart;
  readonly gaps: ReadonlyMap<string, number>;
  readonly me: string;
  /** The high-water mark when the chat was opened: fixed for the visit, so that the divider stays where it was. */
  readonly unseenAfter: number | null;
};

/** Draws days, the unseen line and groups into a list of messages. */
export const buildTimeline = ({ messages, start, gaps, me, unseenAfter }: TimelineInput): TimelineItem[] => {
  const items: TimelineItem[] = [];
  if (start !== 'complete') items.push({ kind: 'start', key: 'start', start });
  const firstUnseen =
    unseenAfter === null
      ? undefined
      : messages.find((message) => isNews(message, unseenAfter) && message.senderId !== me);
  const joins = (a: LocalMessage | undefined, b: LocalMessage | undefined): boolean =>
    a !== undefined &&
    b !== undefined &&
    a.kind === 'user' &&
    b.kind === 'user' &&
    a.senderId === b.senderId &&
    b.id !== firstUnseen?.id &&
    !gaps.has(b.id) &&
    dayOf(a.createdAt) === dayOf(b.createdAt) &&
    isNear(a.createdAt, b.createdAt);

  let day = '';
  for (const [index, message] of messages.entries()) {
    const before = gaps.get(message.id);
    // Named by the message above it: filling it from below, the row stays where it is.
    const above = messages[index - 1];
    if (before !== undefined)
      items.push({ kind: 'gap', key: `gap ${above?.id}`, after: Math.floor(above?.order ?? 0), before });
    const ownDay = dayOf(message.createdAt);
    if (ownDay !== day) {
      items.push({ kind: 'day', key: `day ${ownDay} ${message.id}`, at: message.createdAt });
      day = ownDay;
    }
    if (message.id === firstUnseen?.id) items.push({ kind: 'unseen', key: 'unseen' });
    if (message.kind === 'system') {
      items.push({ kind: 'system', key: message.id, message });
      continue;
    }
    items.push({
      kind: 'message',
      key: message.id,
      message,
      isOwn: message.senderId === me,
      position: positionOf(joins(messages[index - 1], message), joins(message, messages[index + 1])),
    });
  }
  return items;
};

/** A sender's clock and the server's tell two times when the message waited for a network (docs/decisions/0005). */
export const waitedToBeSent = (message: Pick<LocalMessage, 'seq' | 'writtenAt' | 'createdAt'>): boolean =>
  message.seq !== null && Date.parse(message.createdAt) - Date.parse(message.writtenAt) > 60_000;

/** How many messages of others came in below what the reader has reached. */
export const countNewBelow = (items: readonly TimelineItem[], reachedSeq: number): number =>
  items.filter((item) => item.kind === 'message' && !item.isOwn && isNews(item.message, reachedSeq)).length;

/** My newest message that the server has numbered: under it stands who has seen it. */
export const newestOwn = (items: readonly TimelineItem[]): LocalMessage | undefined => {
  const own = items.findLast((item) => item.kind === 'message' && item.isOwn && item.message.seq !== null);
  return own?.kind === 'message' ? own.message : undefined;
};

/** The newest message that the server has numbered. */
export const newestSeq = (items: readonly TimelineItem[]): number =>
  items.reduce(
    (newest, item) => (item.kind === 'message' ? Math.max(newest, item.message.seq ?? 0) : newest),
    0,
  );
