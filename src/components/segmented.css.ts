import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

export const group = style({
  display: 'grid',
  gridAutoFlow: 'column',
  // Never narrower than its longest word.
  gridAutoColumns: 'minmax(min-content, 1fr)',
  padding: '0.1875rem',
  borderRadius: radius.md,
  backgroundColor: vars.color.sunken,
});
export const option = style([
  focusRing,
  transition(['background-color', 'color'], '120ms'),
  {
    ...type.caption,
    minBlockSize: size.touch,
    paddingInline: space.sm,
    borderRadius: '9px',
    fontWeight: weight.medium,
    textAlign: 'center',
    color: vars.color.inkSoft,
    selectors: {
      '&[data-pressed]': {
        color: vars.color.ink,
        fontWeight: weight.semibold,
        backgroundColor: vars.color.raised,
        boxShadow: vars.shadow.bubble,
      },
    },
  },
]);
