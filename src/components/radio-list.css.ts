import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { size, space, type, weight } from '../theme/tokens.ts';

export const root = style({ display: 'grid', padding: 0, margin: 0, border: 0, minInlineSize: 0 });
export const legend = style({
  ...type.caption,
  padding: 0,
  fontWeight: weight.semibold,
  color: vars.color.inkSoft,
});
export const option = style({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: space.md,
  minBlockSize: size.touch,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
});
export const mark = style([
  focusRing,
  {
    flexShrink: 0,
    inlineSize: '1.25rem',
    blockSize: '1.25rem',
    margin: 0,
    borderRadius: '50%',
    accentColor: vars.color.accent,
  },
]);
