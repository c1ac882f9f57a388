import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmojiOnly, shortenText, splitMessage } from './message-text.ts';

describe('isEmojiOnly', () => {
  it.each([
    ['👍', true],
    ['👩🏽‍🚀❤️🇵🇭', true],
    ['😄 😄', true],
    ['😄😄😄😄', false],
    ['ok 👍', false],
    ['7', false],
    ['7️⃣', true],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', true],
    ['', false],
  ])('"%s": %s', (text, answer) => {
    expect(isEmojiOnly(text)).toBe(answer);
  });

  it('knows each emoji of one sign, with and without its picture mark', () => {
    const one = /^\p{RGI_Emoji}$/v;
    const signs = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code));
    const emoji = signs.flatMap((sign) => [sign, `${sign}\uFE0F`]).filter((text) => one.test(text));
    expect(emoji.length).toBeGreaterThan(1_300);
    expect(emoji.filter((text) => !isEmojiOnly(text))).toEqual([]);
  });
});

describe('splitMessage', () => {
  it('marks the people it names, the longest name first, and leaves links alone', () => {
    const names = ['Ana', 'Ana Maria', 'J. (Jun) Cruz+'];
    const text = '@Ana Maria, @Ana, @J. (Jun) Cruz+ https://x.example/@Ana @Anabel';
    const marked = splitMessage(text, names)
      .filter(({ kind }) => kind === 'mention')
      .map((part) => part.text);
    expect(marked).toEqual(['@Ana Maria', '@Ana', '@J. (Jun) Cruz+']);
  });

  it('loses and adds nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, names) => {
        const parts = splitMessage(`${text}@${names[0] ?? ''}${text}`, names);
        expect(parts.map((part) => part.text).join('')).toBe(`${text}@${names[0] ?? ''}${text}`);
      }),
    );
  });
});

describe('shortenText', () => {
  it('shows what is short whole, and the beginning of what is long, cut between words', () => {
    expect(shortenText('Tara!')).toBeNull();
    const long = shortenText('salita '.repeat(400)) ?? '';
    expect(long.length).toBeLessThanOrEqual(800);
    expect(long.endsWith('salita')).toBe(true);
    expect(shortenText('linya\n'.repeat(60))?.split('\n')).toHaveLength(14);
    expect(shortenText('👍'.repeat(1_000))?.isWellFormed()).toBe(true);
  });
});
