import type { FriendshipRow, UserRow } from '../../protocol/index.ts';
import { foldText } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { fullName, usersById } from './people.ts';
import { useLocalQuery } from './use-local-query.ts';

/**
 * Letters of other scripts, and digits, that are drawn like Latin ones: those of the confusables of Unicode (UTS 39, 4) that
 * names are imitated with. Case, accents and width are folded before.
 */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  // Cyrillic
  ...{ а: 'a', в: 'b', е: 'e', ѕ: 's', і: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c' },
  ...{ т: 't', у: 'y', х: 'x', һ: 'h', ԁ: 'd', ԛ: 'q', ԝ: 'w', ӏ: 'l', г: 'r', п: 'n', ь: 'b' },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
  },
  ...{ γ: 'y', ζ: 'z', ς: 's', σ: 'o', ω: 'w' },
  // Armenian, Cherokee and the letters of phonetics
  ...{
    օ: 'o',
    ո: 'n',
    ս: 'u',
    հ: 'h',
    ց: 'g',
    ꭺ: 'a',
    ꭰ: 'd',
    ꮃ: 'w',
    ɑ: 'a',
    ɡ: 'g',
    ɩ: 'i',
    ʟ: 'l',
    ꞁ: 'l',
  },
  ...{ '0': 'o', '1': 'l', '5': 's', '8': 'b', '|': 'l', '!': 'l', i: 'l' },
};

/** What a name looks like at a glance: two names with one look are hard to tell apart. */
export const lookOf = (name: string): string =>
  [...foldText(name).replace(/[\s.'’·_-]+/gu, '')]
    .map((letter) => DRAWN_LIKE[letter] ?? letter)
    .map((letter) => DRAWN_LIKE[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const friendIds = (me: string, friendships: readonly FriendshipRow[]): string[] =>
  friendships
    .filter(({ status }) => status === 'APPROVED')
    .map(({ requesterId, requesteeId }) => (requesterId === me ? requesteeId : requesterId));

/** A friend of mine whose name looks like that of somebody who is none; null: there is none, or it is a friend. */
export function useLookAlike(person: UserRow | undefined): UserRow | null {
  const { userId } = useEngine();
  const found = useLocalQuery({
    name: `look alike ${person?.id} ${person?.version}`,
    stores: ['friendships', 'users'],
    read: async (db) => {
      const friends = friendIds(userId, await db.friendships.toArray());
      const users = await usersById(db, friends);
      if (person === undefined || person.id === userId || users.has(person.id)) return null;
      const look = lookOf(fullName(person));
      return users.values().find((friend) => lookOf(fullName(friend)) === look) ?? null;
    },
  });
  return found ?? null;
}
