import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { tabular } from '../theme/mixins.css.ts';
import { font, radius, space, type, weight } from '../theme/tokens.ts';

export const root = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.sm,
  padding: space.md,
  paddingInlineStart: space.lg,
  borderRadius: radius.lg,
  color: vars.color.onAccentSoft,
  backgroundColor: vars.color.accentSoft,
});
export const texts = style({ display: 'grid', gap: space.xxs, minInlineSize: 0 });
export const label = style({ ...type.caption });
export const code = style([
  tabular,
  {
    fontFamily: font.mono,
    fontSize: '1.25rem',
    lineHeight: 1.3,
    fontWeight: weight.bold,
    letterSpacing: '0.04em',
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
]);
