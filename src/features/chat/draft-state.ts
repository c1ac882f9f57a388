import type { DraftPart } from '../../../sync/index.ts';

/** What stands in and above the field of a chat, or under a post, and what waits until that is sent or given up. */
export type DraftState = Required<DraftPart> & {
  /** Newest first. */
  readonly waiting: readonly DraftPart[];
};

export const NO_PART: Required<DraftPart> = {
  content: '',
  replyToId: null,
  edit: null,
  files: [],
  forward: null,
};
export const NO_DRAFT: DraftState = { ...NO_PART, waiting: [] };

/** An answer without words is none yet. */
export const isNothing = ({ content, edit, files = [] }: DraftPart): boolean =>
  content.trim() === '' && edit === null && files.length === 0;

const partOf = ({ waiting: _waiting, ...part }: DraftState): DraftPart => part;

/** An edit in which nothing was changed yet is begun again as quickly. */
const isChanged = (edit: DraftPart['edit']): edit is NonNullable<DraftPart['edit']> =>
  edit !== null && edit.content !== edit.original;

const setAside = (edit: DraftPart['edit'], waiting: readonly DraftPart[]): readonly DraftPart[] =>
  isChanged(edit) ? [{ ...NO_PART, edit }, ...waiting] : waiting;

/** Once nothing is in the field, what waited longest ago comes back. */
export const resume = (now: DraftState): DraftState => {
  const [next, ...waiting] = now.waiting;
  return isNothing(now) && next !== undefined ? { ...NO_PART, ...next, waiting } : now;
};

/** Puts something that was sent and refused into the field, whole. What stood there waits. */
export const bringBack = (now: DraftState, part: DraftPart): DraftState => {
  const before = isChanged(now.edit) ? now : { ...now, edit: null };
  const waiting = isNothing(before) ? before.waiting : [partOf(before), ...before.waiting];
  return { ...NO_PART, ...part, waiting };
};

/**
 * Puts a message's words into the field; null goes back to what was typed before. Changed words for another message wait, and
 * are offered when that one is edited again.
 */
export const beginEdit = (now: DraftState, edit: DraftPart['edit']): DraftState => {
  if (edit === null) return resume({ ...now, edit: null });
  if (now.edit?.messageId === edit.messageId && isChanged(now.edit) && edit.original !== undefined)
    return now;
  const waiting = setAside(now.edit, now.waiting);
  const begun = waiting.find((part) => part.edit?.messageId === edit.messageId && isChanged(part.edit));
  if (begun?.edit == null || edit.original === undefined) return { ...now, edit, waiting };
  const rest = waiting
    .map((part) => (part === begun ? { ...part, edit: null } : part))
    .filter((part) => !isNothing(part));
  return { ...now, edit: begun.edit, waiting: rest };
};

/** What the words will answer. An edit that was begun waits. */
export const beginReply = (now: DraftState, replyToId: string | null): DraftState => {
  const next = { ...now, replyToId, edit: null, waiting: setAside(now.edit, now.waiting) };
  return replyToId === null ? resume(next) : next;
};
