import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { padSafe } from '../theme/responsive.css.ts';
import { layer, size, space, type, weight } from '../theme/tokens.ts';

export const region = style({ overflow: 'hidden', pointerEvents: 'none' });
/** In a header without a `Screen` around it. */
export const underHeader = style([
  region,
  { position: 'absolute', insetInline: 0, insetBlockStart: '100%', zIndex: layer.sticky },
]);

export const strip = recipe({
  base: [
    tabular,
    transition(['transform', 'opacity'], '280ms'),
    {
      ...type.caption,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: space.sm,
      minBlockSize: size.strip,
      paddingInlineStart: padSafe('inlineStart', space.lg),
      paddingInlineEnd: padSafe('inlineEnd', space.lg),
      paddingBlock: '0.125rem',
      fontWeight: weight.medium,
      transform: 'translateY(-100%)',
      opacity: 0,
    },
  ],
  variants: {
    tone: {
      offline: { backgroundColor: vars.color.sparkSoft, color: vars.color.onSparkSoft },
      connecting: { backgroundColor: vars.color.sparkSoft, color: vars.color.onSparkSoft },
      sending: { backgroundColor: vars.color.accentSoft, color: vars.color.onAccentSoft },
      upToDate: { backgroundColor: vars.color.accentSoft, color: vars.color.onAccentSoft },
    },
    isSeen: { true: { transform: 'none', opacity: 1 } },
  },
});
export const text = style({ minInlineSize: 0, textAlign: 'center' });
export const icon = style({ flexShrink: 0 });
