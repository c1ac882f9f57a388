import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../../theme/contract.css.ts';
import { font, radius, space, type } from '../../theme/tokens.ts';

export const found = style({ display: 'grid', paddingBlockStart: space.sm });
export const option = recipe({
  base: { borderRadius: radius.md, cursor: 'pointer' },
  variants: { isActive: { true: { backgroundColor: vars.color.accentSoft } } },
});
export const list = style({ display: 'grid', gap: space.sm, margin: 0 });
export const line = style([
  type.body,
  { display: 'grid', gridTemplateColumns: '7rem 1fr', alignItems: 'center', gap: space.md },
]);
export const key = style([
  type.caption,
  {
    fontFamily: font.mono,
    paddingBlock: space.xxs,
    paddingInline: space.sm,
    borderRadius: radius.sm,
    border: `1px solid ${vars.color.lineStrong}`,
    backgroundColor: vars.color.sunken,
  },
]);
