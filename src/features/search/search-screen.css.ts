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
export const away = style({
  display: 'inline-flex',
  marginInlineEnd: space.xs,
  verticalAlign: 'text-bottom',
  color: vars.color.inkSoft,
});
export const beyond = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.sm,
  color: vars.color.inkSoft,
  textAlign: 'center',
});

export const sheetField = style({ paddingInline: space.lg, paddingBlockEnd: space.sm });
export const choices = style({ maxBlockSize: '60dvh', overflowY: 'auto', overscrollBehavior: 'contain' });
export const dates = style({ display: 'grid', gap: space.lg });
export const spans = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm });
export const days = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
  gap: space.md,
});
export const dateButtons = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
  gap: space.sm,
});
