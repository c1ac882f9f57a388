import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, space, type } from '../../theme/tokens.ts';

// With huge letters the field would ask for more than a phone has.
export const head = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.sm });
export const results = style({ display: 'grid', gap: space.lg, padding: space.lg, alignContent: 'start' });
export const status = style({
  ...type.caption,
  minBlockSize: '1lh',
  paddingInline: space.lg,
  color: vars.color.inkSoft,
  selectors: { '&:empty': { display: 'none' } },
});
export const hit = style({
  color: vars.color.onAccentSoft,
  backgroundColor: vars.color.accentSoft,
  borderRadius: radius.tight,
});
