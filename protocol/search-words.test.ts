import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWords, hitsIn, wantedOf, wordsOf } from './search-words.ts';

const finds = (text: string, typed: string): boolean => hasWords(text, wantedOf(typed));
const marked = (text: string, typed: string): string[] =>
  hitsIn(text, wantedOf(typed)).map(({ start, end }) => text.slice(start, end));

describe('what a search finds', () => {
  it.each([
    ['Tara na 😂 bukas', '😂'],
    ['Salamat ❤️', '❤'],
    ['Ang saya ng pamilya 👨‍👩‍👧', '👨‍👩‍👧'],
    ['Mabuhay 🇵🇭!', '🇵🇭'],
    ['Kanta ng bayan ♪', '♪'],
    ['Tapos na ✓ at ★', '★'],
    ['Sukli: ₱500', '₱'],
    ['Sukli: ₱500', '500'],
    ['Bawat #️⃣ at 5️⃣', '#️⃣'],
    ['Bawat #️⃣ at 5️⃣', '5️⃣'],
    ['Marunong ng C++', 'c++'],
    ['Galing 👍', '👍🏽'],
    ['🇯🇵🇵🇭🇭🇰', '🇵🇭🇭🇰'],
    ['ខ្ញុំរៀនភាសាខ្មែរនៅផ្ទះ', 'ភាសាខ្មែរ'],
    ['ຂ້ອຍຮຽນພາສາລາວຢູ່ເຮືອນ', 'ພາສາລາວ'],
    ['ကျွန်တော်မြန်မာစာသင်တယ်', 'မြန်မာ'],
    ['ฉันเรียนภาษาไทยที่บ้าน', 'ภาษาไทย'],
    ['今日は天気がいいですね', '天気'],
    ['Hindi ako’y nandito', "ako'y"],
    ["Don't worry", 'don’t'],
    ["Don't worry", 'dont'],
    ["L'amour toujours", 'amour'],
    ['Kumusta si Niño?', 'NINO'],
    [`tingnan ${'a'.repeat(60)}`, 'a'.repeat(60)],
  ])('%s by %s', (text, typed) => {
    expect(finds(text, typed)).toBe(true);
    expect(marked(text, typed)).not.toEqual([]);
  });

  it('are signs that stand together, where a script has no spaces', () => {
    expect(finds('気分は天国', '天気')).toBe(false);
    expect(finds('ก ข ค', 'กข')).toBe(false);
  });
});

it.each([
  ['500', '5️⃣'],
  ['Tara sa 🇯🇵🇭🇰', '🇵🇭'],
  ['🇯🇵🇭🇯🇵🇭 🇯🇵 🇵🇭', '🇵🇭🇯🇵'],
  ['★', '✓'],
])('does not find in %s a sign that is not there: %s', (text, typed) => {
  expect(finds(text, typed)).toBe(false);
  expect(marked(text, typed)).toEqual([]);
});

it('marks what was looked for and nothing beside it', () => {
  expect(marked('55️⃣ 5️⃣ 500', '5️⃣')).toEqual(['5️⃣', '5️⃣']);
  expect(marked('Presyo ₱500, ₱60', '₱')).toEqual(['₱', '₱']);
  expect(marked('🇯🇵🇭🇰🇵🇭', '🇵🇭')).toEqual(['🇵🇭']);
  expect(marked('ខ្ញុំរៀនភាសាខ្មែរនៅផ្ទះ', 'ភាសាខ្មែរ')).toEqual(['ភាសាខ្មែរ']);
  expect(marked('Papunta 😂 na 😂', '😂')).toEqual(['😂', '😂']);
  expect(marked('Ang Niño at ang nina', 'nin')).toEqual(['Niño', 'nina']);
});

it('finds every text by each of its words, and marks places that are in it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, (one) => {
      for (const word of wordsOf(one)) expect(finds(one, word)).toBe(true);
      let before = 0;
      for (const { start, end } of hitsIn(one, wantedOf(one))) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeLessThanOrEqual(one.length);
        before = end;
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});
