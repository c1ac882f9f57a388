export interface TextPart {
  kind: 'text' | 'link';
  text: string;
}

// Only addresses that say what they are: guessing at "example.com" turns ends of sentences into links.
const LINK = /\bhttps?:\/\/[^\s<>"']+/giu;
const TRAILING = /[.,:;!?)\]}…]+$/u;

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

const ONLY_EMOJI = /^(?:\p{RGI_Emoji}\s?){1,3}$/v;

/** One to three emoji and nothing else are shown large. */
export function isEmojiOnly(text: string): boolean {
  return ONLY_EMOJI.test(text);
}
