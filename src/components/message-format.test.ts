import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMessage, type TextBlock } from './message-format.ts';
import { plainLine } from './message-marks.ts';

const tags = { bold: 'b', italic: 'i', code: 'c' } as const;

/** As it is drawn, in a form that is easy to compare: `<b>` and so on, `[…]` for links, `{…}` for people. */
const drawn = (blocks: readonly TextBlock[]): string => {
  const line = (
    parts: TextBlock extends { parts: infer P } ? P : Extract<TextBlock, { kind: 'text' }>['parts'],
  ) =>
    parts
      .map(({ part, styles }) => {
        const text =
          part.kind === 'link' ? `[${part.shown}]` : part.kind === 'mention' ? `{${part.text}}` : part.text;
        return styles.reduce((inside, style) => `<${tags[style]}>${inside}</${tags[style]}>`, text);
      })
      .join('');
  return blocks
    .map((block) =>
      block.kind === 'text'
        ? line(block.parts)
        : block.items.map(({ number, parts }) => `(${number ?? '•'}) ${line(parts)}`).join('|'),
    )
    .join('¶');
};
const draw = (text: string, names: readonly string[] = []) => drawn(formatMessage(text, names));

describe('formatMessage', () => {
  it.each([
    ['*bold* and _italic_ and `code`', '<b>bold</b> and <i>italic</i> and <c>code</c>'],
    ['(*Ingat*), "_oo_"!', '(<b>Ingat</b>), "<i>oo</i>"!'],
    ['*_both_* _*both*_', '<i><b>both</b></i> <i><b>both</b></i>'],
    ['*a _b* c_', '<b>a </b><i><b>b</b></i><i> c</i>'],
    ['*Salamat*🙏 🙏*po*', '<b>Salamat</b>🙏 🙏<b>po</b>'],
    ['*ilang salita rito*', '<b>ilang salita rito</b>'],
    ['*مرحبا* عالم', '<b>مرحبا</b> عالم'],
    ['*你好*，世界', '<b>你好</b>，世界'],
    ['`*not bold*` *bold*', '<c>*not bold*</c> <b>bold</b>'],
    ['run `npm *` now', 'run <c>npm *</c> now'],
  ])('shapes %s', (text, shape) => {
    expect(draw(text)).toBe(shape);
  });

  it.each([
    'snake_case_name and other_name_',
    '2*3*4 and 2 * 3 * 4',
    '__init__ **kwargs *args',
    'Libre* at mura*',
    '-_- haha -_- *_* ^_^ (*_*) (*_*)',
    '*not\nacross lines*',
    '* not *, _ not _, ` `',
    'example.com/_foo_/bar and src/*a*/b',
    'a`b`c',
    '*️⃣ and *️⃣',
    '*open',
    '',
  ])('leaves %j as it is', (text) => {
    expect(draw(text)).toBe(text);
  });

  it('keeps addresses whole, in marks and out of them', () => {
    expect(draw('https://a.ph/x_y_z*q* *see https://a.ph/_b_ now*')).toBe(
      '[https://a.ph/x_y_z*q*] <b>see </b><b>[https://a.ph/_b_]</b><b> now</b>',
    );
    expect(draw('*https://a.ph/x*.')).toBe('<b>[https://a.ph/x]</b>.');
    expect(draw('`https://a.ph/x`')).toBe('<c>https://a.ph/x</c>');
  });

  it('keeps people named in marks', () => {
    expect(draw('*@Ana Santos* _@Ana Santos_ a_@Ana Santos', ['Ana Santos'])).toBe(
      '<b>{@Ana Santos}</b> <i>{@Ana Santos}</i> a_@Ana Santos',
    );
  });

  it('makes lists of two lines and more', () => {
    expect(draw('Bilhin:\n- *bigas*\n- itlog\nSalamat')).toBe('Bilhin:¶(•) <b>bigas</b>|(•) itlog¶Salamat');
    expect(draw('1. una\n2. ikalawa\n\n7. huli')).toBe('(1) una|(2) ikalawa¶\n7. huli');
    expect(draw('- isa lang')).toBe('- isa lang');
    expect(draw('- a\n1. b')).toBe('- a\n1. b');
    expect(draw('-5\n-6')).toBe('-5\n-6');
  });

  it('cuts a long text without breaking what is open there', () => {
    const text = `*${'salita '.repeat(4)}dulo* - wala\n- a\n- b`;
    expect(drawn(formatMessage(text, [], 15))).toBe('<b>salita salita </b>');
  });

  it('loses nothing but marks, and never hangs', () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '`',
      ' ',
      'a',
      '\n',
      '- ',
      '1. ',
      '.',
      '🙏',
      'https://a.ph/x',
      '\u202e',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const letters = (value: string) => value.replace(/[*_`\s\-.1]/g, '');
        const shown = formatMessage(text, []).flatMap((block) =>
          (block.kind === 'text' ? block.parts : block.items.flatMap(({ parts }) => parts)).map(
            ({ part }) => part.text,
          ),
        );
        expect(letters(shown.join(''))).toBe(letters(text));
        expect(letters(plainLine(text))).toBe(letters(text).replaceAll('\u202e', ''));
      }),
    );
    const begun = performance.now();
    formatMessage('*a_b` '.repeat(700), []);
    formatMessage('*a* _b_ `c` '.repeat(340), []);
    formatMessage('https://a.ph/*x* '.repeat(250), []);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('plainLine', () => {
  it.each([
    ['*bold*\n_italic_ `code`', 'bold italic code'],
    ['snake_case_name 2*3*4', 'snake_case_name 2*3*4'],
    ['*a\nb*', '*a b*'],
    ['see *http://2130706433/a_b_* now', 'see http://127.0.0.1/a_b_ now'],
    ['see https://a.ph/_x_/*y* *now*', 'see https://a.ph/_x_/*y* now'],
    ['\u202e https://evil.example/moc.knab//:sptth\u2066', ' https://evil.example/moc.knab//:sptth'],
  ])('%j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });
});
