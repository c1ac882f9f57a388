import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { ellipsis, focusRing } from '../theme/mixins.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

export const quote = recipe({
  base: [
    focusRing,
    {
      display: 'flex',
      gap: space.sm,
      inlineSize: '100%',
      minInlineSize: '8rem',
      minBlockSize: size.touch,
      alignItems: 'center',
      marginBlockEnd: space.xs,
      paddingBlock: space.xs,
      paddingInline: space.sm,
      textAlign: 'start',
      borderRadius: radius.sm,
      borderInlineStart: `3px solid ${vars.color.accent}`,
      backgroundColor: vars.color.press,
      color: 'inherit',
    },
  ],
  variants: { isPressable: { true: { cursor: 'pointer' } } },
});
export const texts = style({ display: 'grid', minInlineSize: 0, flex: 1 });
export const name = style([ellipsis, { ...type.caption, fontWeight: weight.semibold }]);
export const words = style([ellipsis, { ...type.caption }]);
