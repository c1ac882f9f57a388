import { describe, expect, it } from 'vitest';
import { black } from './black.ts';
import { dark } from './dark.ts';
import { light } from './light.ts';
import type { ThemeTokens } from './theme-tokens.ts';

/** WCAG 2.2 relative luminance of an opaque #rrggbb colour. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken'] as const;
const onGrounds = ['ink', 'inkSoft', 'accentText', 'danger'] as const;

/** Every text on every ground it is set on. */
const texts = [
  ...grounds.flatMap((ground) => onGrounds.map((text) => [text, ground] as const)),
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onAccentSoft', 'accentSoft'],
  ['ink', 'accentSoft'],
  ['inkSoft', 'accentSoft'],
  ['danger', 'accentSoft'],
  ['onSpark', 'spark'],
  ['onSparkSoft', 'sparkSoft'],
  ['success', 'successSoft'],
  ['info', 'infoSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'dangerSoft'],
  ['onDangerSolid', 'dangerSolid'],
  ['onBubbleOwn', 'bubbleOwn'],
  ['bubbleOwnMeta', 'bubbleOwn'],
  ['bubbleOwnSeen', 'bubbleOwn'],
  ['onBubbleOther', 'bubbleOther'],
  ['bubbleOtherMeta', 'bubbleOther'],
  ['accentText', 'bubbleOther'],
  ['danger', 'weaveA'],
  ['inkSoft', 'weaveA'],
  ['danger', 'weaveB'],
  ['inkSoft', 'weaveB'],
] as const;

/** Edges and marks that must be seen, not read. */
const marks = [
  ['lineStrong', 'surface'],
  ['lineStrong', 'canvas'],
  ['focus', 'surface'],
  ['focus', 'canvas'],
  ['focus', 'raised'],
  ['accent', 'surface'],
  ['dangerSolid', 'bubbleOwn'],
] as const;

const themes: Record<string, ThemeTokens> = { light, dark, black };

describe.each(Object.entries(themes))('contrast in the %s theme', (_name, { color, avatar }) => {
  it.each(texts)('reads %s on %s at 4.5 or more', (text, ground) => {
    expect(contrast(color[text], color[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(marks)('shows %s on %s at 3 or more', (mark, ground) => {
    expect(contrast(color[mark], color[ground])).toBeGreaterThanOrEqual(3);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7] as const)('reads initials on avatar colour %i', (index) => {
    expect(contrast(avatar[`fg${index}`], avatar[`bg${index}`])).toBeGreaterThanOrEqual(4.5);
  });
});
