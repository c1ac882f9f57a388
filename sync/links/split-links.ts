import { LinkifyIt, REBuilder } from 'linkify-it';
import { withoutBidiControls } from '../../protocol/index.ts';

/** `text` is what stands in the message. A link says what to show instead: the host that opens. */
export type LinkPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string; shown: string };

/** Scripts without spaces: an address stands directly behind a letter of theirs. The library wants a space or punctuation before it. */
class BehindAnyLetter extends REBuilder {
  override get_schema_search(): RegExp {
    this.cache['schema_search'] ??= new RegExp(
      `(^|(?!_)(?:${this.get_text_separators().source}|${this.src_ZPCc}|[^\\x00-\\x7f]))(${this.get_schema_names().source})`,
      'gi',
    );
    return this.cache['schema_search'];
  }
}

// Only addresses that say what they are: guessing at "example.com" turns ends of sentences into links.
const linkify = new LinkifyIt({
  fuzzyLink: false,
  fuzzyEmail: false,
  fuzzyIP: false,
  urlAuth: true,
  rebuilder: new BehindAnyLetter(),
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** Characters that change the direction of what stands beside them (Unicode UAX #9): none is part of an address. */
const BIDI_CONTROLS = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+)/u;

/** A browser reads `\` as `/`: "https://evil.example\@bank.example" leads to evil.example. No address is written with it. */
const FROM_BACKSLASH = /\\.*$/su;

/** "http://b%61nk.example" leads to bank.example: the finder ends before the sign, a browser reads on. No host is written so. */
const HOST_ALONE = /^\w+:\/\/[^/?#]*$/u;

const readLink = (text: string): LinkPart => {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  // "https://bank.example@evil.example" leads to evil.example.
  if (url === null || !isHttp || url.username !== '' || url.password !== '') return { kind: 'text', text };
  // As the browser names the host: letters of other scripts that look alike, and numbers that stand for an address of a network
  // (2130706433, 0x7f000001 and 127.1 are 127.0.0.1), say something else than what opens.
  const [before = '', written = ''] = /^(?:\w+:\/\/)([^/?#]*)/.exec(text) ?? [];
  const start = before.length - written.length;
  const shown = `${text.slice(0, start)}${url.host}${text.slice(before.length)}`;
  return { kind: 'link', text, href: url.href, shown };
};

/** The mark that opens before an address and closes behind it (`message-format.ts`) is no part of it. */
const withoutMark = (raw: string, before: string): string =>
  before !== '' && '*_`'.includes(before) && raw.endsWith(before) ? raw.slice(0, -1) : raw;

/** The library leaves out one such sign, and the colon never. The one before a run of them is looked for, so that each is read once. */
const CLOSING_SIGNS = /(?<![.,;:!?])[.,;:!?]+$/u;

/**
 * "https://a.ph見て" and "https://a.ph에서": no top-level domain mixes Latin letters with a script that is written without
 * spaces, or that joins its particles, so the sentence goes on there. A host that goes on with a dot does mix its labels.
 */
const HOST_BEFORE_SENTENCE =
  /\b[a-z]+:\/\/(?:[^\s/?#]*\.)?[a-z]{2,}(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}][^\s./?#]*(?:[\s/?#]|\.*(?:\s|$)))/giu;

const cutBehindHosts = (text: string): string[] => {
  const ends = [...text.matchAll(HOST_BEFORE_SENTENCE)].map(({ 0: host, index }) => index + host.length);
  return [0, ...ends].map((start, at) => text.slice(start, ends[at]));
};

const splitPlain = (text: string): LinkPart[] => {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const match of linkify.match(text) ?? []) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const marked = match.raw.replace(FROM_BACKSLASH, '');
    const raw = withoutMark(marked, text.charAt(match.index - 1)).replace(CLOSING_SIGNS, '');
    const isCutInHost = HOST_ALONE.test(raw) && text.charAt(match.index + raw.length) === '%';
    parts.push(isCutInHost ? { kind: 'text', text: raw } : readLink(raw));
    end = match.index + raw.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
};

/** Cuts a message into plain text and links. A closing mark after a link belongs to the sentence. */
export const splitLinks = (text: string): LinkPart[] =>
  text
    .split(BIDI_CONTROLS)
    .flatMap((piece, index): LinkPart[] =>
      index % 2 === 1 ? [{ kind: 'text', text: piece }] : cutBehindHosts(piece).flatMap(splitPlain),
    );

/** A text for one line, where addresses are no links, as in a quote or a search: each shows the host that would open. */
export const withShownHosts = (text: string): string =>
  text.includes('://')
    ? splitLinks(text)
        .map((part) => (part.kind === 'link' ? part.shown : part.text))
        .join('')
    : text;

/** The same where free text is drawn raw, beside others: no control turns an address around, or keeps it apart from its host. */
export const shownText = (text: string): string => withShownHosts(withoutBidiControls(text));
