import type { LocalMessage } from '../../../../sync/index.ts';
import type { People } from '../../../queries/messages.ts';
import { fullName } from '../../../queries/people.ts';

/** As many as one member may send at once (docs/decisions/0016). */
export const SELECTED_MAX = 100;

/** The selected messages by id; null while nothing is being selected. */
export type Selected = ReadonlyMap<string, LocalMessage> | null;

/** A line of the system is nobody's message. */
export const isSelectable = ({ kind }: LocalMessage): boolean => kind === 'user';

const add = (selected: NonNullable<Selected>, messages: readonly LocalMessage[]): Selected => {
  const next = new Map(selected);
  for (const message of messages)
    if (next.size < SELECTED_MAX && isSelectable(message)) next.set(message.id, message);
  return next;
};

/** Selects a message, or takes it out; without any left the selection ends. */
export const toggle = (selected: Selected, message: LocalMessage): Selected => {
  const now = selected ?? new Map<string, LocalMessage>();
  if (!now.has(message.id)) return add(now, [message]);
  const next = new Map(now);
  next.delete(message.id);
  return next.size === 0 ? null : next;
};

/**
 * Selects everything between two messages, both included.
 * @param messages those of the chat that are drawn, oldest first
 * @param fromId the message that was selected last
 */
export const selectRange = (
  selected: Selected,
  messages: readonly LocalMessage[],
  fromId: string,
  to: LocalMessage,
): Selected => {
  const [from, end] = [fromId, to.id].map((id) => messages.findIndex((message) => message.id === id));
  if (from === undefined || end === undefined || from < 0 || end < 0) return toggle(selected, to);
  return add(selected ?? new Map(), messages.slice(Math.min(from, end), Math.max(from, end) + 1));
};

/** What waits to be sent has no number and stands at the end. */
const byPlace = (a: LocalMessage, b: LocalMessage): number => {
  const [left, right] = [a.seq ?? Number.MAX_SAFE_INTEGER, b.seq ?? Number.MAX_SAFE_INTEGER];
  return left - right || a.createdAt.localeCompare(b.createdAt);
};

/**
 * The selected messages as they stand now, in the order of the chat.
 * @param messages those of the chat that are drawn; the rest is as it was when it was selected
 */
export const currentOf = (
  selected: NonNullable<Selected>,
  messages: readonly LocalMessage[],
): readonly LocalMessage[] => {
  const drawn = new Map(messages.map((message) => [message.id, message]));
  return [...selected.values()].map((message) => drawn.get(message.id) ?? message).sort(byPlace);
};

/** One message as its words, several with who wrote each. */
export const copiedText = (messages: readonly LocalMessage[], people: People): string => {
  const written = messages.filter(({ content, deletedAt }) => content && deletedAt === null);
  if (written.length === 1) return written[0]?.content ?? '';
  return written
    .map(({ senderId, content }) => {
      const sender = people.get(senderId ?? '');
      return sender ? `${fullName(sender)}: ${content}` : content;
    })
    .join('\n');
};
