import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRingInset } from '../theme/mixins.css.ts';
import { space } from '../theme/tokens.ts';

export const head = style({ inlineSize: '19.375rem', maxInlineSize: '100%', paddingBlockEnd: space.xs });
export const item = style([
  focusRingInset,
  {
    inlineSize: '100%',
    textAlign: 'start',
    selectors: { '&:hover': { backgroundColor: vars.color.hover } },
  },
]);
