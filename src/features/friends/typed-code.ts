import { isUniqueCodePlausible, LIMITS, normalizeUniqueCode } from '../../../protocol/index.ts';

const TOKEN = /[0-9a-z-]{13,17}/gi;

/** Dashes as in XXXX-XXXX-XXXXX, for as much as is there. */
const group = (code: string): string =>
  [code.slice(0, 4), code.slice(4, 8), code.slice(8)].filter((part) => part !== '').join('-');

/** A code inside what was pasted: a shared link or a whole sentence. */
const codeWithin = (text: string): string | undefined =>
  (text.match(TOKEN) ?? []).map(normalizeUniqueCode).find(isUniqueCodePlausible);

export type TypedCode = { readonly value: string; readonly caret: number };

/** Puts a code in order while it is typed or pasted, and keeps the caret behind the same character. */
export const tidyCode = (typed: string, caret: number): TypedCode => {
  const pasted = typed.length > LIMITS.uniqueCodeLength + 4 ? codeWithin(typed) : undefined;
  if (pasted !== undefined) return { value: group(pasted), caret: group(pasted).length };
  const code = normalizeUniqueCode(typed);
  const value = code.length <= LIMITS.uniqueCodeLength ? group(code) : code;
  if (caret >= typed.length) return { value, caret: value.length };
  const before = normalizeUniqueCode(typed.slice(0, caret)).length;
  const dashes = value.includes('-') ? (before > 8 ? 2 : before > 4 ? 1 : 0) : 0;
  return { value, caret: before + dashes };
};
