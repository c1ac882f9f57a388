import { type GlobalStyleRule, globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { ellipsis, focusRingInset, tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { when } from '../theme/responsive.css.ts';
import { radius, space, type, weight } from '../theme/tokens.ts';
import { button } from './button.css.ts';

export const row = recipe({
  base: [
    focusRingInset,
    transition(['background-color'], '120ms'),
    {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: space.md,
      inlineSize: '100%',
      minBlockSize: '4.5rem',
      paddingBlock: space.sm,
      paddingInline: space.lg,
      color: vars.color.ink,
      ...when({
        wide: {
          inlineSize: `calc(100% - 2 * ${space.sm})`,
          marginInline: space.sm,
          paddingInline: space.md,
          borderRadius: radius.md,
        },
      }),
    },
  ],
  variants: {
    isPressable: {
      true: {
        cursor: 'pointer',
        selectors: { '&:active': { backgroundColor: vars.color.press } },
        ...when({
          hover: { selectors: { '&:hover:not([aria-current])': { backgroundColor: vars.color.hover } } },
        }),
      },
    },
    isCurrent: { true: { backgroundColor: vars.color.accentSoft } },
    isCompact: { true: { minBlockSize: '3.5rem' } },
    isWrapping: { true: {} },
    hasActionsBeside: { true: {} },
    tone: { normal: {}, danger: { color: vars.color.danger } },
  },
});

export const main = style({ flex: 1, minInlineSize: 0, display: 'grid', gap: '0.125rem' });
// With large letters the time goes under the name before it leaves no name to read.
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.sm,
  minInlineSize: 0,
});
export const title = style([
  ellipsis,
  {
    ...type.reading,
    flex: '1 1 6rem',
    minInlineSize: 0,
    fontWeight: weight.semibold,
    color: 'inherit',
    unicodeBidi: 'plaintext',
    // A name that is pressed reaches over its line.
    selectors: { '&:has(> a)': { overflow: 'visible' } },
  },
]);
export const titlePlain = style([title, { fontWeight: weight.regular }]);
export const subtitle = style([
  ellipsis,
  {
    ...type.body,
    flex: 1,
    minInlineSize: 0,
    color: vars.color.inkSoft,
    unicodeBidi: 'plaintext',
    // So does a time that is pressed.
    selectors: { '&:has(> button)': { overflow: 'visible' } },
  },
]);
export const subtitleStrong = style([subtitle, { color: vars.color.ink }]);
export const meta = style([tabular, { ...type.caption, flexShrink: 0, color: vars.color.inkSoft }]);
export const metaStrong = style([meta, { color: vars.color.accentText, fontWeight: weight.semibold }]);
export const leading = style({ flexShrink: 0, display: 'grid', placeItems: 'center' });
/** Beside the title: in the middle of many lines it would belong to none. */
export const leadingTop = style([leading, { alignSelf: 'start' }]);
export const trailing = style({
  flexShrink: 0,
  marginInlineStart: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: space.xs,
  color: vars.color.inkSoft,
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.sm,
  paddingBlock: `${space.sm} ${space.xs}`,
});
// Words without a ground begin where those above them do, also those that a narrow screen puts on a line of their own.
for (const groundless of ['quiet', 'dangerQuiet'] as const) {
  const one = button.classNames.variants.variant[groundless];
  globalStyle(`${actions}:has(> ${one})`, { columnGap: `calc(${space.sm} + ${space.md})` });
  globalStyle(`${actions} > ${one}`, { marginInlineStart: `calc(-1 * ${space.md})` });
}
const beside = row.classNames.variants.hasActionsBeside.true;
globalStyle(
  `${beside} ${main}`,
  when({ wide: { gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: space.lg } }),
);
globalStyle(`${beside} ${line}`, when({ wide: { gridColumn: 1 } }));
globalStyle(
  `${beside} ${actions}`,
  when({ wide: { gridArea: '1 / 2 / span 2', alignSelf: 'center', paddingBlock: 0 } }),
);
globalStyle(`${beside} ${leadingTop}`, when({ wide: { alignSelf: 'center' } }));

export const lead = styleVariants({
  plain: { color: vars.color.ink },
  draft: { color: vars.color.danger, fontWeight: weight.medium },
});

// A time of many words goes under the title instead of squeezing it: "ilang segundo na ang nakalipas".
const wrapping = row.classNames.variants.isWrapping.true;
// A button at its end goes under it before it is cut.
globalStyle(wrapping, { flexWrap: 'wrap', containerType: 'inline-size' });
// It stands on the first of the title's lines, not between them.
globalStyle(`${wrapping} ${line}`, { alignItems: 'baseline' });
globalStyle(`${wrapping} > ${main}`, { flexBasis: '4rem' });
// And where a phone has large letters, buttons and words have the whole row, under the face.
globalStyle(`${wrapping} > ${main}:has(> ${actions})`, {
  '@container': { '(max-width: 11rem)': { flexBasis: '100%' } },
});
for (const text of [title, subtitle]) {
  globalStyle(`${wrapping} ${text}`, {
    flexBasis: '50%',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  });
}
// Beside the words only where these keep a line of some length: with large letters a wide screen is narrow, too.
const narrow = (rule: GlobalStyleRule): GlobalStyleRule => ({ '@container': { '(max-width: 24rem)': rule } });
globalStyle(`${wrapping}${beside} ${main}`, narrow({ gridTemplateColumns: 'minmax(0, 1fr)' }));
globalStyle(
  `${wrapping}${beside} ${actions}`,
  narrow({ gridArea: 'auto', alignSelf: 'auto', paddingBlock: `${space.sm} ${space.xs}` }),
);
