import { normalizeText } from './normalize-text.ts';
import { REQUIRED, TOO_LONG, z } from './zod.ts';

const NUL = String.fromCharCode(0);
// Bidi controls, zero-width characters and letters that draw nothing (fillers of Hangul, the blank of Braille) let a name
// imitate another (docs/threat-model.md T26). ZWJ, ZWNJ and variation selectors stay: emoji and scripts need them.
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]|\u034f/g;
const COMBINING_RUN = /\p{M}{9,}/u;
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]/v;
/** More than any script stacks on one letter; a tower of them covers the lines above. */
const TOWER = /(\p{M}{16})\p{M}+/gu;

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
    z.overwrite((value) => normalizeText(value, 'NFC').replace(TOWER, '$1')),
    // NFC makes a few texts longer: what is counted is what is kept, or a second reading would refuse what the first let in.
    z.maxLength(max, TOO_LONG),
  );

/** Like `freeText`, trimmed and not empty. */
export const requiredText = (max: number) => freeText(max).check(z.trim(), z.minLength(1, REQUIRED));

const UNSHOWABLE = 'Contains characters that cannot be shown';

/** One line without invisible characters. */
const lineText = (max: number) =>
  z.string().check(
    z.maxLength(max, TOO_LONG),
    z.refine(isStorable, 'Contains characters that cannot be stored'),
    z.overwrite((value) => normalizeText(value, 'NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim()),
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
