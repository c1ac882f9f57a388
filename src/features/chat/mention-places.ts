import type { DraftMention } from '../../../sync/index.ts';
import { mentionPattern } from '../../components/message-text.ts';

const commonStart = (a: string, b: string): number => {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a[length] === b[length]) length += 1;
  return length;
};

const commonEnd = (a: string, b: string): number => {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
};

/**
 * How many characters at the end stayed. Of two equal names side by side the text alone does not tell which one went; the
 * caret stands where something was typed or taken away.
 */
const keptEnd = (before: string, after: string, caret: number | undefined): number => {
  const start = commonStart(before, after);
  const end = commonEnd(before, after);
  const shorter = Math.min(before.length, after.length);
  if (start + end <= shorter) return end;
  const behindCaret = caret === undefined ? shorter - start : after.length - caret;
  return Math.min(end, Math.max(shorter - start, behindCaret));
};

const withoutPlace = ({ id, name }: DraftMention): DraftMention => ({ id, name });

/**
 * The mentions of a text after it was changed. One whose `@` went has no place any more, and is kept: an undo, or a paste
 * somewhere else, brings its name back.
 * @param caret where the caret stands after the change
 */
export const moveMentions = (
  mentions: readonly DraftMention[],
  { before, after, caret }: { before: string; after: string; caret?: number | undefined },
): readonly DraftMention[] => {
  if (mentions.length === 0 || before === after) return mentions;
  const end = keptEnd(before, after, caret);
  const start = Math.min(commonStart(before, after), before.length - end, after.length - end);
  const placed: DraftMention[] = [];
  const taken: DraftMention[] = [];
  const waiting: DraftMention[] = [];
  for (const mention of mentions) {
    const { at } = mention;
    if (at === undefined) waiting.push(mention);
    else if (at < start) placed.push(mention);
    else if (at >= before.length - end) placed.push({ ...mention, at: at + after.length - before.length });
    else taken.push(withoutPlace(mention));
  }
  // What went last comes back first.
  return [...placed, ...taken, ...waiting];
};

/** Adds whom the member has chosen for the `@` at a place; somebody chosen there before was not meant. */
export const placeMention = (
  mentions: readonly DraftMention[],
  chosen: DraftMention,
): readonly DraftMention[] => [
  ...mentions.filter(({ id, at }) => at !== chosen.at && (at !== undefined || id !== chosen.id)),
  chosen,
];

/** Where a text writes `@name`. */
export const placesOf = (text: string, name: string): number[] =>
  [...text.matchAll(mentionPattern([name]))].map(({ index }) => index);

/** The person chosen for each `@name` of a text; undefined: none was chosen. */
const chosenAt = (text: string, name: string, chosen: readonly DraftMention[]) => {
  const places = placesOf(text, name);
  const byPlace = new Map(chosen.map((mention) => [mention.at, mention]));
  // From releases that kept no places, or without one since an undo: in the order in which they were chosen.
  const spare = chosen.filter(({ at }) => at === undefined || !places.includes(at)).values();
  return places.map((at) => ({ at, mention: byPlace.get(at) ?? spare.next().value }));
};

/** Whom the words name of those who were chosen, each once. */
export const chosenIn = (text: string, name: string, chosen: readonly DraftMention[]): DraftMention[] => {
  const ids = new Set(chosenAt(text, name, chosen).map(({ mention }) => mention?.id));
  return [...ids].flatMap((id) => (id === undefined ? [] : [{ id, name }]));
};

/** Finds the places of mentions that come without: of a message that was sent and refused. */
export const locateMentions = (text: string, mentions: readonly DraftMention[]): DraftMention[] =>
  [...Map.groupBy(mentions, ({ name }) => name)].flatMap(([name, alike]) =>
    chosenAt(text, name, alike).flatMap(({ at, mention }) => (mention ? [{ ...mention, at }] : [])),
  );
