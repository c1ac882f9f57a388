import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRingInset } from '../../theme/mixins.css.ts';
import { padSafe, when } from '../../theme/responsive.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

export const card = style({
  marginBlock: space.sm,
  marginInlineStart: padSafe('inlineStart', space.md),
  marginInlineEnd: padSafe('inlineEnd', space.md),
  paddingBlockEnd: space.sm,
  borderRadius: radius.md,
  backgroundColor: vars.color.accentSoft,
  color: vars.color.onAccentSoft,
});
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  paddingInlineStart: space.lg,
});
export const title = style({ ...type.body, fontWeight: weight.semibold });
// At a desk the lines stand beside each other: the card lies over both panes, and must not push them down.
export const list = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...when({ wide: { display: 'flex', flexWrap: 'wrap' } }),
});
export const line = style([
  focusRingInset,
  {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: space.md,
    inlineSize: '100%',
    minBlockSize: size.touch,
    paddingInline: space.lg,
    textAlign: 'start',
    color: 'inherit',
    cursor: 'pointer',
  },
]);
