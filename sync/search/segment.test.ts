import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, hasWords, newId, wantedOf, wordsOf } from '../../protocol/index.ts';
import {
  buildSegment,
  docCount,
  docsAmong,
  type IndexedDoc,
  idAt,
  idToBytes,
  lookUp,
  mergeSegments,
  openSegment,
  type Segment,
} from './segment.ts';

const chats = [newId(), newId(), newId()];
const doc = fc
  .record({
    words: fc.uniqueArray(fc.constantFrom('ako', 'aklat', 'a', 'bahay', 'bahaghari', 'isa', 'nino', '日'), {
      minLength: 1,
    }),
    chatId: fc.constantFrom(...chats),
    seconds: fc.nat(2 ** 31),
  })
  .map((made): IndexedDoc => ({ id: newId(), ...made }));
const wanted = fc.uniqueArray(fc.constantFrom('a', 'ak', 'bah', 'bahay', 'isa', '日', 'zz'), {
  minLength: 1,
  maxLength: 3,
});

const idsFound = (segment: Segment, words: readonly string[], chatId: string | null): string[] =>
  lookUp(openSegment(segment), words, chatId).map((at) => idAt(segment, at));

const idsByReading = (
  docs: readonly IndexedDoc[],
  words: readonly string[],
  chatId: string | null,
): string[] =>
  docs
    .filter(
      (one) =>
        (chatId === null || one.chatId === chatId) && hasWords(one.words.join(' '), { words, runs: [] }),
    )
    .map(({ id }) => id);

describe('words', () => {
  it('[SE1] makes no difference of case, accents, width and letters that some keyboards lack', () => {
    expect(wordsOf('Niño, NIÑO at ang ｎｉｎｏ!')).toEqual(['nino', 'at', 'ang']);
    expect(wordsOf('Straße Łódź İstanbul Ærø')).toEqual(['strasse', 'lodz', 'istanbul', 'aero']);
    expect(foldText('ÁÉÍ')).toBe('aei');
    expect(wordsOf('東京 2026')).toEqual(['東', '京', '2026']);
  });

  it('[SE1] finds a word by its beginning, and all words in any order', () => {
    expect(hasWords('Kita-kits bukas sa Quiapo', wantedOf('quia kits'))).toBe(true);
    expect(hasWords('Kita-kits bukas', wantedOf('kas'))).toBe(false);
    expect(hasWords('Kita-kits bukas', wantedOf('bukas wala'))).toBe(false);
  });
});

describe('segments', () => {
  it('[SE2] say what a reading of every message would say', () => {
    fc.assert(
      fc.property(
        fc.array(doc, { maxLength: 300 }),
        wanted,
        fc.option(fc.constantFrom(...chats)),
        (docs, words, chatId) => {
          expect(idsFound(buildSegment(docs), words, chatId)).toEqual(idsByReading(docs, words, chatId));
        },
      ),
    );
  });

  it('[SE2] say the same when they are joined, and nothing of what was cut out', () => {
    fc.assert(
      fc.property(
        fc.array(doc, { maxLength: 60 }),
        fc.array(doc, { maxLength: 60 }),
        wanted,
        (first, second, words) => {
          const joined = mergeSegments([buildSegment(first), buildSegment(second)]);
          expect(idsFound(joined, words, null)).toEqual(idsByReading([...first, ...second], words, null));
          const gone = new Set(
            docsAmong(
              joined,
              second.map(({ id }) => idToBytes(id)),
            ),
          );
          expect(gone.size).toBe(second.length);
          const cut = mergeSegments([joined], (_, at) => !gone.has(at));
          expect(docCount(cut)).toBe(first.length);
          expect(idsFound(cut, words, null)).toEqual(idsByReading(first, words, null));
          expect(cut.terms.split('\n').filter(Boolean)).toEqual(
            [...new Set(first.flatMap((one) => one.words))].sort((a, b) => (a < b ? -1 : 1)),
          );
        },
      ),
    );
  });
});
