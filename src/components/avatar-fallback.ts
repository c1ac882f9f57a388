import { firstCharacter } from '../../protocol/index.ts';

const COLOURS = 8;

/** FNV-1a: small, even, and the same on every device, so that a person keeps one colour everywhere. */
export function avatarColour(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV follow the last characters too closely; the high ones are stirred in.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % COLOURS;
}

/** The first letters of the first and the last word; whole graphemes, because a name may be an emoji or carry marks. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = firstCharacter(words[0] ?? '');
  const last = words.length > 1 ? firstCharacter(words.at(-1) ?? '') : '';
  return (first + last).toLocaleUpperCase();
}
