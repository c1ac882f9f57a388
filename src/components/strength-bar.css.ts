import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, space } from '../theme/tokens.ts';

export const bar = style({ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: space.xs });
export const step = recipe({
  base: [transition(['background-color'], '120ms'), { blockSize: '0.25rem', borderRadius: radius.sm }],
  variants: {
    tone: {
      empty: { backgroundColor: vars.color.line },
      low: { backgroundColor: vars.color.danger },
      middle: { backgroundColor: vars.color.spark },
      high: { backgroundColor: vars.color.success },
    },
  },
});
