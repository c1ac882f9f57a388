import type { LocalMessage } from '../../../../sync/index.ts';
import type { People } from '../../../queries/messages.ts';
import { fullName } from '../../../queries/people.ts';

/** As many as one push carries (docs/decisions/0016). */
export const SELECTED_MAX = 100;

/** The ids of the selected messages; null while nothing is being selected. */
export type Selected = ReadonlySet<string> | null;

/** A line of the system is nobody's message, and of a deleted one nothing is left to do anything with. */
export const isSelectable = ({ kind, deletedAt }: LocalMessage): boolean =>
  kind === 'user' && deletedAt === null;

const add = (selected: NonNullable<Selected>, messages: readonly LocalMessage[]): Selected => {
  const next = new Set(selected);
  for (const message of messages) if (next.size < SELECTED_MAX && isSelectable(message)) next.add(message.id);
  return next;
};

/** Selects a message, or takes it out; without any left the selection ends. */
export const toggle = (selected: Selected, message: LocalMessage): Selected => {
  const now = selected ?? new Set<string>();
  if (!now.has(message.id)) return add(now, [message]);
  const next = new Set(now);
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
  return add(selected ?? new Set(), messages.slice(Math.min(from, end), Math.max(from, end) + 1));
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
