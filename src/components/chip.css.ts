import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { ellipsis } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space.sm,
  minInlineSize: 0,
  margin: 0,
  padding: 0,
  border: 0,
});

/** What a thumb needs; the chip itself is lower, and rows of them stand close. */
export const press = style({
  display: 'inline-flex',
  alignItems: 'center',
  minInlineSize: size.touch,
  maxInlineSize: '100%',
  minBlockSize: size.touch,
  outline: 'none',
});
export const chip = recipe({
  base: [
    transition(['background-color', 'color'], '120ms'),
    {
      ...type.caption,
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: space.xs,
      inlineSize: '100%',
      maxInlineSize: '15rem',
      minBlockSize: '2.25rem',
      paddingInline: space.md,
      fontWeight: weight.medium,
      borderRadius: radius.full,
      selectors: {
        [`${press}:focus-visible &`]: { outline: `2px solid ${vars.color.focus}`, outlineOffset: '1px' },
      },
    },
  ],
  variants: {
    isOn: {
      true: { color: vars.color.onAccentSoft, backgroundColor: vars.color.accentSoft },
      false: { color: vars.color.inkSoft, backgroundColor: vars.color.sunken },
    },
  },
});
export const label = style(ellipsis);
