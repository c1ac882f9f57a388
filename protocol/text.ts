import { normalizeText } from './normalize-text.ts';
import { REQUIRED, TOO_LONG, z } from './zod.ts';

const NUL = String.fromCharCode(0);
// Bidi controls, zero-width characters and signs that draw nothing (fillers of Hangul, the blanks of Braille and of
// hieroglyphs, a note without a head, the place of an object, control characters) let a name imitate another
// (docs/threat-model.md T26). ZWJ, ZWNJ and variation selectors stay: emoji and scripts need them.
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffc\u{13441}\u{13442}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}[\p{Cc}--\s]]|\u034f/gv;
/** What draws nothing between two marks, as a joiner, leaves them on one letter. */
const COMBINING_RUN = /(?:\p{M}[[\p{Cf}\p{Default_Ignorable_Code_Point}[\p{Cc}--\s]]--\p{M}]*){9}/v;
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]/v;
/** More marks than any script stacks on one letter; a tower of them covers the lines above. */
const STACK_MAX = 16;
/** Marks, and what draws nothing between them: all of it stands on one letter. */
const STACK = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}[\p{Cc}--\s]]{17,}/gv;

/** Joiners stay: only what is drawn is taken away. */
const lowerStack = (stack: string): string => {
  let marks = 0;
  return stack.replace(/\p{M}/gu, (mark) => {
    marks += 1;
    return marks > STACK_MAX ? '' : mark;
  });
};

const withoutTowers = (text: string): string => text.replace(STACK, lowerStack);

export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes(NUL);

/** Made when it is first needed: the property's thousands of sequences take an old phone 12 ms of every start. */
let oneEmoji: RegExp | undefined;

/** Whether a text is exactly one emoji, as people count them. */
export const isOneEmoji = (value: string): boolean => {
  oneEmoji ??= /^\p{RGI_Emoji}$/v;
  return oneEmoji.test(value);
};

/** Free text as the writer typed it, in NFC and without towers of combining marks: no NUL and no lone surrogate, which PostgreSQL and JSON cannot hold. */
export const freeText = (max: number) =>
  z.string().check(
    z.refine(isStorable, 'Contains characters that cannot be stored'),
    z.overwrite((value) => withoutTowers(normalizeText(value, 'NFC'))),
    // NFC makes a few texts longer: what is counted is what is kept, or a second reading would refuse what the first let in.
    z.maxLength(max, TOO_LONG),
  );

/** Like `freeText`, trimmed and not empty. */
export const requiredText = (max: number) => freeText(max).check(z.trim(), z.minLength(1, REQUIRED));

const UNSHOWABLE = 'Contains characters that cannot be shown';

const visibleLine = (value: string): string =>
  normalizeText(value, 'NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();

/** Drawn as it is stored: most names, without a look at each of their signs. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A stored name as it may be drawn: rows from before the rules of `nameText`, and those of other servers, were never cleaned.
 * Empty when nothing of it can be seen.
 */
export const shownName = (stored: string): string => {
  if (PLAIN_LINE.test(stored)) return stored;
  const line = visibleLine(stored.toWellFormed());
  return VISIBLE.test(line) ? withoutTowers(line) : '';
};

/** One line without invisible characters. */
const lineText = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, TOO_LONG),
      z.refine(isStorable, 'Contains characters that cannot be stored'),
      z.overwrite(visibleLine),
    );

const isShowable = (value: string): boolean => VISIBLE.test(value) && !COMBINING_RUN.test(value);

/** A person's or chat's name: one line, no invisible characters, no towers of combining marks. */
export const nameText = (max: number) =>
  lineText(max).check(z.minLength(1, REQUIRED), z.refine(isShowable, UNSHOWABLE));

/** A name that may be empty. */
export const optionalName = (max: number) =>
  lineText(max).check(z.refine((value) => value === '' || isShowable(value), UNSHOWABLE));

/** RFC 3339 instant in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = () => z.iso.datetime({ precision: 3 });

export const uuid = () => z.uuid().check(z.overwrite((value) => value.toLowerCase()));

/** UUIDv4 or UUIDv7, by the digit that names the version (RFC 9562 §4.2). */
const CHOSEN = /^.{14}[47]/;

/** Whether a client may have chosen this id: all other versions are computed, or not ours. */
export const isChosenId = (id: string): boolean => CHOSEN.test(id);

/**
 * An id that the client chooses. Ids of private chats and friendships are computed (UUIDv5, `ids.ts`) and can be guessed;
 * a client that may choose one of those could take it before its two people need it.
 */
export const chosenId = () => uuid().check(z.refine(isChosenId, 'Must be a UUID of version 4 or 7'));
