import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRingInset } from '../../theme/mixins.css.ts';
import { radius, size, space, type } from '../../theme/tokens.ts';

/** As high without anybody in it: the list below must not move under the finger that chooses. */
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  minBlockSize: size.touch,
  overflowX: 'auto',
  scrollbarWidth: 'none',
});
export const nobody = style({ ...type.caption, color: vars.color.inkSoft });
export const chip = style([
  focusRingInset,
  {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: space.sm,
    flexShrink: 0,
    minBlockSize: size.touch,
    maxInlineSize: '14rem',
    paddingInline: space.sm,
    color: vars.color.ink,
    backgroundColor: vars.color.accentSoft,
    border: 0,
    borderRadius: radius.full,
    cursor: 'pointer',
  },
]);
export const name = style(ellipsis);
