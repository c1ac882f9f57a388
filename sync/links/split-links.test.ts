import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText, splitLinks, withShownHosts } from './split-links.ts';

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
    ['見てhttps://a.ph/x。', ['https://a.ph/x']],
    ['ดูhttps://a.ph/x กับ 😀https://a.ph/y', ['https://a.ph/x', 'https://a.ph/y']],
    ['https://a.ph見てhttps://b.ph/x https://a.ph見て。', ['https://a.ph', 'https://b.ph/x', 'https://a.ph']],
    ['https://a.ph에서. https://a.ph見て', ['https://a.ph', 'https://a.ph']],
    ['https://a.phดู/x.html https://a.ph見て?v=1.5', ['https://a.ph', 'https://a.ph']],
    ['https://a.ph見て.中国/x', ['https://a.ph見て.中国/x']],
    ['https://a.ph見て https://b.ph/見て', ['https://a.ph', 'https://b.ph/見て']],
    [
      'https://a.phดู/x https://見て.ph/x https://見て.中国',
      ['https://a.ph', 'https://見て.ph/x', 'https://見て.中国'],
    ],
    ['xhttps://a.ph', []],
    ['https://a.ph/x?! Talaga', ['https://a.ph/x']],
    ['https://a.ph/x?a=b?!', ['https://a.ph/x?a=b']],
    ['https://a.ph/y: tapos', ['https://a.ph/y']],
    ['https://a.ph: tapos https://a.ph:8080/a:b', ['https://a.ph', 'https://a.ph:8080/a:b']],
    ['*https://a.ph/x?!*', ['https://a.ph/x']],
    ['“https://a.ph/x” and ‘https://a.ph/y’', ['https://a.ph/x', 'https://a.ph/y']],
    ['\u202ehttps://evil.ph/\u202emoc.knab//:sptth', ['https://evil.ph/']],
    ['https://evil.ph\u202e/moc.knab', ['https://evil.ph']],
    ['\u200fhttps://a.ph/x\u200f', ['https://a.ph/x']],
    ['https://evil.ph\\@bank.ph/x', ['https://evil.ph']],
    ['https://evil.ph/x\\@bank.ph https://a.ph', ['https://evil.ph/x', 'https://a.ph']],
    ['https://\\evil.ph', []],
    ['https://bank.ph@evil.ph/ and https://a:b@evil.ph', []],
    ['https://@evil.ph and https://bank.ph:80@evil.ph/x', []],
    ['http://ex%61mple.ph/x and http://bank.ph%40evil.ph and http://%62ank.ph/', []],
  ])('%s', (text, found) => {
    expect(links(text)).toEqual(found);
  });

  it.each([
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://2130706433:8080/x', 'http://127.0.0.1:8080/x'],
    ['http://0x7f000001/x?y#z', 'http://127.0.0.1/x?y#z'],
    ['http://0x7f.0.0.1', 'http://127.0.0.1'],
    ['http://127.1/', 'http://127.0.0.1/'],
    ['http://0177.0.0.1/', 'http://127.0.0.1/'],
    ['http://017700000001/', 'http://127.0.0.1/'],
    ['http://\uff11\uff12\uff17.1/', 'http://127.0.0.1/'],
    ['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
    ['HTTPS://BANK.PH:443/X', 'HTTPS://bank.ph/X'],
    ['http://\u24d4xample.ph/', 'http://example.ph/'],
    ['https://exa\u00admple.ph/', 'https://example.ph/'],
    ['https://bank.ph\u3164.evil.ph/', 'https://bank.ph.evil.ph/'],
    ['https://bank.ph\u2044x.evil.ph/', 'https://bank.xn--phx-pt0a.evil.ph/'],
    // Wholly Cyrillic, and mixed.
    ['http://\u0430\u0440\u0440\u04cf\u0435.com', 'http://xn--80ak6aa92e.com'],
    ['https://p\u0430ypal.com/x', 'https://xn--pypal-4ve.com/x'],
  ])('shows the host that opens: %s', (text, shown) => {
    expect(splitLinks(text)).toMatchObject([{ kind: 'link', text, shown }]);
    expect(withShownHosts(`Tara, ${text} na!`)).toBe(`Tara, ${shown} na!`);
  });

  it('shows that host also where a control stands in the address, or would turn it around', () => {
    expect(shownText('Tara, https://\u202e\u0440\u0430ypal.com/x\u202c!')).toBe(
      'Tara, https://xn--ypal-43d9g.com/x!',
    );
    expect(shownText('https://evil.example/\u202emoc.knab')).toBe('https://evil.example/moc.knab');
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
        fc.constantFrom('', '\u202e', '\u2066', '@', '.', '\\@', 'a\\'),
        (words, mark) => {
          for (const [text = '', href = ''] of shown(`https://${words}${mark}evil.ph/ ${words}`)) {
            expect(text).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
            expect(new URL(text).host).toBe(new URL(href).host);
            expect(text).not.toContain('\\');
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
