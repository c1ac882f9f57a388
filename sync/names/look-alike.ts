import { type FriendshipRow, foldText, normalizeText, ownName, type UserRow } from '../../protocol/index.ts';
import type { LocalTables } from '../storage/local-database.ts';
import { DRAWN_LIKE } from './drawn-like.ts';

/** Latin letters and digits that are drawn like each other, after case is gone. */
const SAME: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '5': 's', '8': 'b', i: 'l' },
};

/** Signs that are easily missed beside letters. The marks of Japanese that repeat or lengthen are letters to those who read it. */
const ASIDE = /[\s\p{P}\p{S}]+|(?![\p{scx=Hira}\p{scx=Han}])\p{Lm}/gu;
/** Both a letter and a sign, as one takes it: `Pau!` and `Ben!`. */
const LETTER_OR_SIGN = /[|!\uff01\uff5c]+/gu;

const drawn = (text: string): string => Array.from(text, (sign) => DRAWN_LIKE.get(sign) ?? sign).join('');

const readLook = (name: string): string => {
  // Before Unicode takes a letter apart, after that, and after folding: ϲ is drawn like c and becomes ς, Ή becomes Η, П has no
  // likeness and becomes п.
  const folded = drawn(foldText(drawn(normalizeText(drawn(name), 'NFKD').replace(/\p{M}/gu, ''))));
  const letters = folded.replace(/[|!]/gu, 'l').replace(ASIDE, '');
  // Of a name that has no letter the signs are all there is.
  return Array.from(letters === '' ? folded : letters, (sign) => SAME[sign] ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
};

const KEPT_MAX = 2_000;
const kept = new Map<string, string>();

/** What a name looks like at a glance: two names with one look are hard to tell apart. Each name is read once, not once a row. */
export const lookOf = (name: string): string => {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const look = readLook(name);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, look);
  return look;
};

/** A stroke or an exclamation mark may be meant as either: with it as a letter, and without it. */
const looksOfName = (name: string): string[] => [lookOf(name), lookOf(name.replace(LETTER_OR_SIGN, ''))];

/** My friends, by what their names look like. */
export type FriendLooks = {
  readonly ids: ReadonlySet<string>;
  /** Look to name. */
  readonly names: ReadonlyMap<string, string>;
};

export const NO_FRIENDS: FriendLooks = { ids: new Set(), names: new Map() };

/** @param friends whose names others may imitate; who shows no name of their own cannot be imitated */
export const looksOf = (friends: Iterable<UserRow>): FriendLooks => {
  const all = [...friends];
  return {
    ids: new Set(all.map(({ id }) => id)),
    names: new Map(
      all.flatMap((friend) => {
        const name = ownName(friend);
        return name === null ? [] : looksOfName(name).map((look) => [look, name] as const);
      }),
    ),
  };
};

/** The name of my friend that a name looks like: of a group, or of somebody who is no friend. */
export const friendLikeOf = (name: string, { names }: FriendLooks): string | null =>
  names.size === 0
    ? null
    : (looksOfName(name)
        .map((look) => names.get(look))
        .find((friend) => friend !== undefined) ?? null);

/** The name of my friend that somebody's name looks like; null: there is none, or this is a friend, or me. */
export const lookAlikeOf = (person: UserRow | undefined, me: string, looks: FriendLooks): string | null => {
  if (person === undefined || person.id === me || looks.ids.has(person.id)) return null;
  const name = ownName(person);
  return name === null ? null : friendLikeOf(name, looks);
};

const friendIds = (me: string, friendships: readonly FriendshipRow[]): string[] =>
  friendships
    .filter(({ status }) => status === 'APPROVED')
    .map(({ requesterId, requesteeId }) => (requesterId === me ? requesteeId : requesterId));

/** The looks of all friends, from the tables of this device. */
export const readFriendLooks = async (
  db: Pick<LocalTables, 'friendships' | 'users'>,
  me: string,
): Promise<FriendLooks> => {
  const friends = await db.users.bulkGet(friendIds(me, await db.friendships.toArray()));
  return looksOf(friends.filter((friend) => friend !== undefined));
};
