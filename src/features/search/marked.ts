import { foldText, wordsOf } from '../../../sync/index.ts';

export type Piece = { readonly text: string; readonly isHit: boolean };

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const LEAD = 40;
const LENGTH = 160;

/** A piece of a text around the first word that was looked for, with those words marked. */
export const markedPieces = (text: string, typed: string): Piece[] => {
  const wanted = wordsOf(typed);
  const line = text.replace(/\s+/g, ' ').trim();
  const isHit = (word: string): boolean =>
    wanted.some((one) => wordsOf(word).some((part) => part.startsWith(one)));
  const hits = [...line.matchAll(WORDS)].filter(
    ([word]) => wanted.length > 0 && foldText(word) !== '' && isHit(word),
  );
  const first = hits[0]?.index ?? 0;
  const cut = first > LEAD ? line.lastIndexOf(' ', first - LEAD / 2) + 1 : 0;
  const end = Math.min(line.length, cut + LENGTH);
  const pieces: Piece[] = cut > 0 ? [{ text: '…', isHit: false }] : [];
  let at = cut;
  for (const { 0: word, index } of hits) {
    if (index < cut || index + word.length > end) continue;
    if (index > at) pieces.push({ text: line.slice(at, index), isHit: false });
    pieces.push({ text: word, isHit: true });
    at = index + word.length;
  }
  if (at < end) pieces.push({ text: line.slice(at, end) + (end < line.length ? '…' : ''), isHit: false });
  return pieces;
};
