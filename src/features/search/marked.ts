import { characterPlace, cutText, hitsIn, wantedOf, withoutBidiControls } from '../../../protocol/index.ts';
import { type LinkPart, splitLinks } from '../../../sync/index.ts';

export type Piece = { readonly text: string; readonly isHit: boolean };

const LEAD = 40;
const LENGTH = 160;

const HOST = /^([a-z]+:\/\/)([^/?#]*)/iu;

/** A text in one line, where addresses show the host that opens, and where hosts stand there that are written otherwise. */
const lineOf = (text: string) => {
  const hosts: { start: number; end: number; written: string }[] = [];
  let line = '';
  const raw = withoutBidiControls(text);
  const parts: LinkPart[] = raw.includes('://') ? splitLinks(raw) : [{ kind: 'text', text: raw }];
  for (const part of parts) {
    const words = (part.kind === 'link' ? part.shown : part.text).replace(/\s+/g, ' ');
    const added = line === '' || line.endsWith(' ') ? words.trimStart() : words;
    const [, scheme = '', host = ''] = HOST.exec(added) ?? [];
    const [, , written = ''] = HOST.exec(part.text) ?? [];
    if (part.kind === 'link' && host !== written) {
      const start = line.length + scheme.length;
      hosts.push({ start, end: start + host.length, written });
    }
    line += added;
  }
  return { line: line.trimEnd(), hosts };
};

/** A piece of a text around the first thing that was looked for, with all of these marked. */
export const markedPieces = (text: string, typed: string): Piece[] => {
  const { line, hosts } = lineOf(text);
  const wanted = wantedOf(typed);
  // One emoji of a family, or one letter of a flag, marks all of what is seen.
  const seen = hitsIn(line, wanted).map(({ start, end }) => ({
    start: characterPlace(line, start, 'before'),
    end: characterPlace(line, end, 'after'),
  }));
  // Of a host that is shown otherwise than it is written no part can be told apart: all of it is what was found.
  const found = hosts.filter(
    (host) =>
      hitsIn(host.written, wanted).length > 0 &&
      !seen.some(({ start, end }) => start < host.end && end > host.start),
  );
  const hits = [...seen, ...found].sort((a, b) => a.start - b.start);
  const first = hits[0]?.start ?? 0;
  const cut = first > LEAD ? startBefore(line, first) : 0;
  const shown = cutText(line.slice(cut), LENGTH);
  const end = cut + shown.length;
  const pieces: Piece[] = cut > 0 ? [{ text: '…', isHit: false }] : [];
  let at = cut;
  for (const { start, end: hitEnd } of hits) {
    if (start < at || start >= end) continue;
    if (start > at) pieces.push({ text: line.slice(at, start), isHit: false });
    // What is longer than the piece is marked as far as it is seen.
    at = Math.min(hitEnd, end);
    pieces.push({ text: line.slice(start, at), isHit: true });
  }
  if (at < end) pieces.push({ text: line.slice(at, end), isHit: false });
  if (end < line.length) pieces.push({ text: '…', isHit: false });
  return pieces;
};

/** Where to begin: at a word some signs before, or where there are no words, at the hit. */
const startBefore = (line: string, first: number): number => {
  const space = line.lastIndexOf(' ', first - LEAD / 2) + 1;
  return first - space > 2 * LEAD ? first : space;
};
