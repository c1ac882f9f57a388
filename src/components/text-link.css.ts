import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

const line = {
  ...type.body,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space.xs,
  color: vars.color.inkSoft,
} as const;
export const lines = styleVariants({ start: 'flex-start', center: 'center' }, (justifyContent) => ({
  ...line,
  justifyContent,
}));
export const link = style([
  focusRing,
  {
    display: 'inline-flex',
    alignItems: 'center',
    minBlockSize: size.touch,
    paddingInline: space.xs,
    borderRadius: radius.sm,
    fontWeight: weight.semibold,
    color: vars.color.accentText,
    selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
  },
]);
