import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { beyondSafe, padSafe } from '../theme/responsive.css.ts';
import { radius, space, type, weight } from '../theme/tokens.ts';

const tone = (backgroundColor: string, color: string) => ({ backgroundColor, color });

const edge = {
  paddingInlineStart: padSafe('inlineStart', space.lg),
  paddingInlineEnd: padSafe('inlineEnd', space.sm),
};

export const banner = recipe({
  base: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.md,
    minBlockSize: '3.25rem',
    paddingBlock: space.xs,
  },
  variants: {
    tone: {
      accent: tone(vars.color.accentSoft, vars.color.onAccentSoft),
      spark: tone(vars.color.sparkSoft, vars.color.onSparkSoft),
      danger: tone(vars.color.dangerSoft, vars.color.danger),
      info: tone(vars.color.infoSoft, vars.color.info),
    },
    shape: {
      edge,
      foot: { ...edge, paddingBlockEnd: beyondSafe('blockEnd', space.xs) },
      card: { paddingInlineStart: space.lg, paddingInlineEnd: space.sm, borderRadius: radius.md },
    },
  },
});
export const icon = style({ flexShrink: 0 });
export const text = style({
  flex: '1 1 10rem',
  minInlineSize: 0,
  // Beside buttons of one line, several lines have room above and below.
  paddingBlock: space.xs,
  overflowWrap: 'anywhere',
  fontWeight: weight.medium,
});
export const actions = style({ display: 'flex', alignItems: 'center', marginInlineStart: 'auto' });
