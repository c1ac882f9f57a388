import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { radius, size, space, type } from '../theme/tokens.ts';

export const list = style({
  maxBlockSize: '14rem',
  overflowY: 'auto',
  marginBlockEnd: space.xs,
  padding: space.xs,
  borderRadius: radius.md,
  border: `1px solid ${vars.color.line}`,
  backgroundColor: vars.color.raised,
});
export const option = recipe({
  base: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: space.sm,
    minBlockSize: size.touch,
    paddingInline: space.sm,
    borderRadius: radius.sm,
    cursor: 'pointer',
  },
  variants: { isActive: { true: { backgroundColor: vars.color.hover }, false: {} } },
});
