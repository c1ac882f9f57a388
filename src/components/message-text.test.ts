import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmojiOnly, splitLinks } from './message-text.ts';

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
  ])('%s', (text, found) => {
    expect(links(text)).toEqual(found);
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
    ['', false],
  ])('"%s": %s', (text, answer) => {
    expect(isEmojiOnly(text)).toBe(answer);
  });
});
