import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing } from '../../theme/mixins.css.ts';
import { radius, size, space, type } from '../../theme/tokens.ts';

export const help = style({ textAlign: 'center' });
export const words = style([
  focusRing,
  {
    ...type.caption,
    display: 'grid',
    placeItems: 'center',
    minBlockSize: size.touch,
    borderRadius: radius.sm,
    color: vars.color.inkSoft,
    cursor: 'pointer',
    textDecoration: 'underline',
    textUnderlineOffset: space.xs,
  },
]);
export const steps = style({ ...type.body, color: vars.color.inkSoft, paddingBlockEnd: space.sm });
export const link = style([focusRing, { ...type.body, color: vars.color.accentText }]);
