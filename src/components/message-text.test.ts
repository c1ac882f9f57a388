import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmojiOnly, shortenText, splitLinks, splitMessage } from './message-text.ts';

const links = (text: string) =>
  splitLinks(text)
    .filter((part) => part.kind === 'link')
    .map((part) => part.text);

describe('splitLinks', () => {
  it.each([
    ['see https://tambay.ph/users/ABC.', ['https://tambay.ph/users/ABC']],
    ['(http://a.ph/x) and HTTPS://B.PH!', ['http://a.ph/x', 'HTTPS://B.PH']],
    ['javascript:alert(1) data:text/html,x', []],
    ['ends with a dot. Next', []],
    ['https://', []],
    ['<https://a.ph/"onclick>', ['https://a.ph/']],
    ['https://en.wikipedia.org/wiki/Mercury_(planet)', ['https://en.wikipedia.org/wiki/Mercury_(planet)']],
    [
      '(see https://en.wikipedia.org/wiki/Mercury_(planet))',
      ['https://en.wikipedia.org/wiki/Mercury_(planet)'],
    ],
    ['見て https://a.ph/x。次', ['https://a.ph/x']],
    ['（https://a.ph/x）', ['https://a.ph/x']],
    ['“https://a.ph/x” and ‘https://a.ph/y’', ['https://a.ph/x', 'https://a.ph/y']],
    ['\u202ehttps://evil.ph/\u202emoc.knab//:sptth', ['https://evil.ph/']],
    ['https://evil.ph\u202e/moc.knab', ['https://evil.ph']],
    ['\u200fhttps://a.ph/x\u200f', ['https://a.ph/x']],
    ['https://bank.ph@evil.ph/ and https://a:b@evil.ph', []],
  ])('%s', (text, found) => {
    expect(links(text)).toEqual(found);
  });

  it('shows the host that opens, and opens what it shows', () => {
    const shown = (text: string) =>
      splitLinks(text).flatMap((part) => (part.kind === 'link' ? [[part.shown, part.href]] : []));
    // The first letters are Cyrillic.
    expect(shown('https://\u0440\u0430ypal.com/x')).toEqual([
      ['https://xn--ypal-43d9g.com/x', 'https://xn--ypal-43d9g.com/x'],
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '\u202e', '\u2066', '@', '.'),
        (words, mark) => {
          for (const [text = '', href = ''] of shown(`https://${words}${mark}evil.ph/ ${words}`)) {
            expect(text).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
            expect(new URL(text).host).toBe(new URL(href).host);
          }
        },
      ),
    );
  });

  it('loses no character', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('https://a.ph/b?c=d', ' ', '.', '\n', 'http://'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(
          splitLinks(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

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
