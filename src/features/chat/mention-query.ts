import { LIMITS, normalizeText, type UserRow } from '../../../protocol/index.ts';
import type { DraftMention } from '../../../sync/index.ts';
import { chosenIn, placesOf } from './mention-places.ts';

/** Somebody who can be named. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
  readonly pictureId?: string | null;
  readonly user?: UserRow;
}

export interface MentionQuery {
  /** Where the `@` stands. */
  readonly start: number;
  /** What follows it up to the caret. */
  readonly words: string;
}

const LAST_AT = /(?:^|[\s([{"'])@([\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]*){0,2})$/u;
const SHOWN_MAX = 6;

/** The name that is being typed at the caret; null when none is. */
export const mentionAt = (text: string, caret: number): MentionQuery | null => {
  const match = LAST_AT.exec(text.slice(0, caret));
  const words = match?.[1];
  return words === undefined ? null : { start: caret - words.length - 1, words };
};

const fold = (text: string): string => normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Who may be meant: any of a person's names begins with the words. */
export const findMentionable = (people: readonly Mentionable[], words: string): Mentionable[] => {
  const wanted = fold(words);
  const fits = ({ name }: Mentionable): boolean => {
    const folded = fold(name);
    // A whole name with something behind it is done.
    return folded.startsWith(wanted) || folded.split(' ').some((part) => part.startsWith(wanted));
  };
  return people.filter(fits).slice(0, SHOWN_MAX);
};

/** The text with the name put in, and where the caret goes. */
export const putMention = (
  text: string,
  { start, words }: MentionQuery,
  name: string,
): { text: string; caret: number } => {
  const named = `@${name} `;
  const rest = text.slice(start + 1 + words.length).replace(/^ /, '');
  return { text: text.slice(0, start) + named + rest, caret: start + named.length };
};

/**
 * The mentions of a finished text: people chosen from the list, where their name still stands, and names typed by hand that
 * exactly one member has.
 */
export const mentionedIn = (
  text: string,
  { chosen, people }: { chosen: readonly DraftMention[]; people: readonly Mentionable[] },
): DraftMention[] => {
  const byName = Map.groupBy(chosen, ({ name }) => name);
  const picked = [...byName].flatMap(([name, mentions]) => chosenIn(text, name, mentions));
  const typed = [...Map.groupBy(people, ({ name }) => name)].flatMap(([name, alike]) => {
    const [only, second] = alike;
    const isNew = only !== undefined && second === undefined && !byName.has(name);
    return isNew && placesOf(text, name).length > 0 ? [{ id: only.id, name }] : [];
  });
  return [...picked, ...typed].slice(0, LIMITS.mentionsMax);
};
