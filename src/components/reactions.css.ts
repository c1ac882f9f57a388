import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { focusRing, tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.xs,
  paddingBlock: space.xs,
});
export const chip = recipe({
  base: [
    focusRing,
    tabular,
    transition(['background-color'], '120ms'),
    {
      ...type.caption,
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: space.xs,
      minBlockSize: '1.75rem',
      minInlineSize: '2.75rem',
      // Small to the eye, as large as any other to the thumb.
      marginBlock: '0.25rem',
      paddingInline: space.sm,
      fontWeight: weight.semibold,
      borderRadius: radius.full,
      border: '1px solid',
      selectors: {
        '&::after': { content: '""', position: 'absolute', insetBlock: '-0.5625rem', insetInline: 0 },
      },
    },
  ],
  variants: {
    isMine: {
      true: {
        color: vars.color.onAccentSoft,
        backgroundColor: vars.color.accentSoft,
        borderColor: vars.color.accent,
      },
      false: { color: vars.color.ink, backgroundColor: vars.color.raised, borderColor: vars.color.line },
    },
  },
});

export const picker = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(${size.touch}, 1fr))`,
  paddingBlock: space.sm,
});
export const choice = recipe({
  base: [
    focusRing,
    {
      display: 'grid',
      placeItems: 'center',
      minInlineSize: size.touch,
      minBlockSize: size.touch,
      fontSize: '1.5rem',
      lineHeight: 1,
      color: vars.color.inkSoft,
      borderRadius: radius.full,
      selectors: { '&:hover': { backgroundColor: vars.color.press } },
    },
  ],
  variants: { isChosen: { true: { backgroundColor: vars.color.accentSoft } } },
});
