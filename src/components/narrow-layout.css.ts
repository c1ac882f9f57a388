import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { weave } from '../theme/mixins.css.ts';
import { animation, duration, easing, rise } from '../theme/motion.css.ts';
import { padSafe, safe, when } from '../theme/responsive.css.ts';
import { radius, size, space } from '../theme/tokens.ts';

export const page = style([
  weave,
  {
    display: 'grid',
    minBlockSize: '100dvh',
    paddingBlockStart: safe.blockStart,
    paddingInlineStart: safe.inlineStart,
    paddingInlineEnd: safe.inlineEnd,
  },
  when({
    wide: {
      alignItems: 'center',
      paddingBlockStart: padSafe('blockStart', space.xl),
      paddingBlockEnd: padSafe('blockEnd', space.xl),
    },
  }),
]);

export const column = style({
  position: 'relative',
  inlineSize: '100%',
  maxInlineSize: size.narrow,
  marginInline: 'auto',
  display: 'flex',
  flexDirection: 'column',
});
// On a desk beside the hero and not above it: the whole of a form is to be seen without scrolling.
export const corner = recipe({
  base: { display: 'flex', justifyContent: 'flex-end', padding: space.xs },
  variants: {
    hasHero: {
      true: when({ wide: { position: 'absolute', insetBlockStart: 0, insetInlineEnd: 0 } }),
    },
  },
});
export const hero = style({ paddingInline: space.lg, paddingBlockEnd: space.lg });

const surface = { backgroundColor: vars.color.surface, boxShadow: vars.shadow.low } as const;

// On a phone a sheet that stands on the lower edge, under the hero; with nothing above it there is nothing to rise over,
// and the words stand on the weave itself. On a desk always a card.
export const sheet = recipe({
  base: [
    animation(`${rise} ${duration.slow} ${easing.out} both`),
    {
      flex: 1,
      display: 'flex',
      flexDirection: 'column',
      gap: space.xl,
      paddingBlockStart: space.xl,
      paddingBlockEnd: padSafe('blockEnd', space.xl),
      paddingInline: space.lg,
    },
    when({
      wide: {
        ...surface,
        flex: 'none',
        padding: space.xxl,
        border: `1px solid ${vars.color.line}`,
        borderRadius: radius.xl,
      },
    }),
  ],
  variants: {
    hasHero: {
      true: when({
        narrow: { ...surface, borderStartStartRadius: radius.xl, borderStartEndRadius: radius.xl },
      }),
    },
  },
});
