import { formatUniqueCode, normalizeText } from '../../../protocol/index.ts';

/** What in a text names its writer. */
export type Giveaway =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'code' | 'email' | 'picture' };

export type Identity = {
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly uniqueCode: string;
  readonly email: string;
};

/** Without accents and case, as people look for each other. */
const plain = (text: string): string => normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): Set<string> => new Set(plain(text).split(/[^\p{L}\p{N}]+/u));

// A name of one letter stands in every text.
const NAME_MIN = 2;

/**
 * Looks through a text for its writer's own names, code and e-mail, before it is posted without a name. It runs on the
 * device: others may not learn that the question was asked.
 */
export const findGiveaways = (text: string, me: Identity): Giveaway[] => {
  const found: Giveaway[] = [];
  const words = wordsOf(text);
  const seen = new Set<string>();
  for (const name of [me.firstName, me.middleName, me.lastName]) {
    for (const part of name?.split(/\s+/) ?? []) {
      const key = plain(part);
      if (key.length < NAME_MIN || seen.has(key) || !words.has(key)) continue;
      seen.add(key);
      found.push({ kind: 'name', text: part });
    }
  }
  const bare = text.replace(/[\s-]/g, '').toUpperCase();
  if (bare.includes(me.uniqueCode) || text.includes(formatUniqueCode(me.uniqueCode)))
    found.push({ kind: 'code' });
  if (plain(text).includes(plain(me.email))) found.push({ kind: 'email' });
  return found;
};
