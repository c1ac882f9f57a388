export interface TextPart {
  kind: 'text' | 'link' | 'mention';
  text: string;
}

// Only addresses that say what they are: guessing at "example.com" turns ends of sentences into links.
const LINK = /\bhttps?:\/\/[^\s<>"']+/giu;
// The lookbehind keeps it linear: without it each of a hundred thousand dots is tried as the first of the run.
const TRAILING = /(?<![.,:;!?)\]}…])[.,:;!?)\]}…]+$/u;

/** Cuts a message into plain text and links. A closing mark after a link belongs to the sentence. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const link = match[0].replace(TRAILING, '');
    if (!URL.canParse(link)) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'link', text: link });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** The same, with the people whom it names: `@First Last` for each of `names`. */
export function splitMessage(text: string, names: readonly string[]): TextPart[] {
  const parts = splitLinks(text);
  if (names.length === 0) return parts;
  // The longest first: "Ana Maria Reyes" is nobody called "Ana Maria".
  const patterns = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `@${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
  const mention = new RegExp(`(${patterns.join('|')})`, 'u');
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
  const start = lines.slice(0, SHORT_LINES).join('\n').slice(0, SHORT_CHARACTERS);
  const wordEnd = start.search(/\s\S*$/u);
  // Half a pair of surrogates, or half an emoji, is no end for a text.
  return (wordEnd > SHORT_CHARACTERS / 2 ? start.slice(0, wordEnd) : start).trimEnd().toWellFormed();
}
