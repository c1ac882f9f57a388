import { characterPlace, cutText, hitsIn, wantedOf, withoutBidiControls } from '../../../protocol/index.ts';
import { withShownHosts } from '../../../sync/index.ts';

export type Piece = { readonly text: string; readonly isHit: boolean };

const LEAD = 40;
const LENGTH = 160;

/** A piece of a text around the first thing that was looked for, with all of these marked. */
export const markedPieces = (text: string, typed: string): Piece[] => {
  const line = withoutBidiControls(withShownHosts(text)).replace(/\s+/g, ' ').trim();
  // One emoji of a family, or one letter of a flag, marks all of what is seen.
  const hits = hitsIn(line, wantedOf(typed)).map(({ start, end }) => ({
    start: characterPlace(line, start, 'before'),
    end: characterPlace(line, end, 'after'),
  }));
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
