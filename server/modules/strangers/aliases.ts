import { randomInt } from 'node:crypto';

/** Birds, beasts and trees of the islands: the same word in both languages, and no personal name. */
const ALIASES = [
  'Maya',
  'Tarsier',
  'Tamaraw',
  'Pawikan',
  'Kalaw',
  'Agila',
  'Butanding',
  'Narra',
  'Molave',
  'Sampaguita',
  'Ilang-ilang',
  'Waling-waling',
  'Kamagong',
  'Bakawan',
  'Alitaptap',
  'Paruparo',
  'Tutubi',
  'Dalag',
  'Banoy',
  'Pilandok',
  'Musang',
  'Kilyawan',
  'Bulalakaw',
] as const;

/** Two made-up names for one chat, which differ; drawn for it, so that they lead to no other. */
export const drawAliases = (): [string, string] => {
  const first = randomInt(ALIASES.length);
  const second = (first + 1 + randomInt(ALIASES.length - 1)) % ALIASES.length;
  return [ALIASES[first] ?? 'Maya', ALIASES[second] ?? 'Narra'];
};
