import type { DraftMention, DraftPart, DraftRow } from '../../../sync/index.ts';
import { moveMentions, placeMention } from './mention-places.ts';

/** Words, and the stored row that they came from; null: none yet. */
export type KeptPart = Required<DraftPart> & { readonly rowId: string | null };
/**
 * What stands in and above the field of a chat, or under a post, and the other drafts of that place: set aside here, or typed in
 * another tab.
 */
export type DraftState = KeptPart & {
  /** The next to be shown first. */
  readonly waiting: readonly KeptPart[];
};

export const NO_PART: KeptPart = {
  rowId: null,
  content: '',
  replyToId: null,
  edit: null,
  files: [],
  mentions: [],
  forward: null,
  send: null,
};
export const NO_DRAFT: DraftState = { ...NO_PART, waiting: [] };

/** A stored draft, as the field shows it. */
export const partOfRow = (row: DraftRow): KeptPart => {
  const { id: rowId, content, replyToId, edit, files = [], mentions = [], forward = null, send = null } = row;
  return { rowId, content, replyToId, edit, files, mentions, forward, send };
};

/** An answer without words is none yet. A press on Send may come before the first file is stored. */
export const isNothing = ({ content, edit, files = [], send = null }: DraftPart): boolean =>
  content.trim() === '' && edit === null && files.length === 0 && send === null;

export const partOf = ({ waiting: _waiting, ...part }: DraftState): KeptPart => part;

/**
 * Puts other words into the field; the mentions go along with theirs.
 * @param caret where it stands after the change
 */
export const changeWords = (now: DraftState, words: string, caret?: number): DraftState => {
  const { edit } = now;
  const { content: before, mentions = [] } = edit ?? now;
  const changed = { content: words, mentions: moveMentions(mentions, { before, after: words, caret }) };
  return edit === null ? { ...now, ...changed } : { ...now, edit: { ...edit, ...changed } };
};

/** Remembers who was chosen for an `@` in the field. */
export const choosePerson = (now: DraftState, person: DraftMention): DraftState => {
  const { edit } = now;
  return edit === null
    ? { ...now, mentions: placeMention(now.mentions, person) }
    : { ...now, edit: { ...edit, mentions: placeMention(edit.mentions ?? [], person) } };
};

/** An edit in which nothing was changed yet is begun again as quickly. */
export const isChanged = (edit: DraftPart['edit']): edit is NonNullable<DraftPart['edit']> =>
  edit !== null && edit.content !== edit.original;

const setAside = (edit: DraftPart['edit'], waiting: readonly KeptPart[]): readonly KeptPart[] =>
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
  if (now.edit?.messageId === edit.messageId && isChanged(now.edit) && edit.isBroughtBack !== true)
    return now;
  const waiting = setAside(now.edit, now.waiting);
  const begun = waiting.find((part) => part.edit?.messageId === edit.messageId && isChanged(part.edit));
  if (begun?.edit == null || edit.isBroughtBack) return { ...now, edit, waiting };
  const rest = waiting
    .map((part) => (part === begun ? { ...part, edit: null } : part))
    .filter((part) => !isNothing(part));
  return { ...now, edit: begun.edit, waiting: rest };
};

/** Brings what waits into the field, the newest first, and lets what stands there wait behind all of it. */
export const showNext = (now: DraftState): DraftState => {
  const [next, ...waiting] = now.waiting;
  if (next === undefined) return now;
  return { ...NO_PART, ...next, waiting: isNothing(now) ? waiting : [...waiting, partOf(now)] };
};

/** What the words will answer. An edit that was begun waits. */
export const beginReply = (now: DraftState, replyToId: string | null): DraftState => {
  const next = { ...now, replyToId, edit: null, waiting: setAside(now.edit, now.waiting) };
  return replyToId === null ? resume(next) : next;
};
