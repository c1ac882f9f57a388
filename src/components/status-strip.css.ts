import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { tabular } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { padSafe } from '../theme/responsive.css.ts';
import { layer, size, space, type, weight } from '../theme/tokens.ts';

// Passing states lie over the first 28 px under the header: pushing the list down would move what the thumb is about to
// touch. Being offline can last for hours and must not hide the first row all that time: it takes its own place.
export const region = recipe({
  base: {
    insetInline: 0,
    insetBlockStart: '100%',
    zIndex: layer.sticky,
    overflow: 'hidden',
    pointerEvents: 'none',
  },
  variants: { isLasting: { true: { position: 'static' }, false: { position: 'absolute' } } },
});

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
