import { cutText } from '../../protocol/index.ts';
import { type LinkPart, splitLinks } from '../../sync/index.ts';

export type TextPart = LinkPart | { kind: 'mention'; text: string };

/**
 * Finds `@name` for each of `names`, as a word of its own: neither the end of an e-mail address nor the beginning of a longer
 * name. Longer names match first, so that "@Ana Maria Reyes" is not matched as "Ana Maria".
 */
export const mentionPattern = (names: readonly string[]): RegExp => {
  const patterns = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}.@-]|[\\p{L}\\p{M}\\p{N}.@-]_)(@(?:${patterns.join('|')}))(?![\\p{L}\\p{M}\\p{N}])`,
    'gu',
  );
};

/** The same, with the people whom it names: `@First Last` for each of `names`. */
export function splitMessage(text: string, names: readonly string[]): TextPart[] {
  const parts = splitLinks(text);
  if (names.length === 0) return parts;
  const mention = mentionPattern(names);
  return parts.flatMap((part) => {
    if (part.kind !== 'text') return [part];
    return part.text
      .split(mention)
      .map((piece, index): TextPart => ({ kind: index % 2 === 1 ? 'mention' : 'text', text: piece }))
      .filter((piece) => piece.text !== '');
  });
}

const ONLY_EMOJI = /^(?:\p{RGI_Emoji}\s?){1,3}$/v;
/** How each emoji begins. The list of all of them takes 60 ms to build on an old phone: most words never ask it. */
const BEGINS_LIKE_EMOJI = /^(?:[\p{Extended_Pictographic}\p{Emoji_Presentation}]|[0-9#*]\uFE0F)/u;

/** One to three emoji and nothing else are shown large. */
export function isEmojiOnly(text: string): boolean {
  return BEGINS_LIKE_EMOJI.test(text) && ONLY_EMOJI.test(text);
}

const LONG_CHARACTERS = 1_200;
const LONG_LINES = 24;
const SHORT_CHARACTERS = 800;
const SHORT_LINES = 14;

/** The beginning of a text that is too long for a bubble, cut between words; null when it may be shown whole. */
export function shortenText(text: string): string | null {
  const lines = text.split('\n');
  if (text.length <= LONG_CHARACTERS && lines.length <= LONG_LINES) return null;
  const start = cutText(lines.slice(0, SHORT_LINES).join('\n'), SHORT_CHARACTERS);
  const wordEnd = start.search(/\s\S*$/u);
  return (wordEnd > SHORT_CHARACTERS / 2 ? start.slice(0, wordEnd) : start).trimEnd();
}
