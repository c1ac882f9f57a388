import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { radius, space, type, weight } from '../theme/tokens.ts';

const chip = style({
  ...type.caption,
  paddingBlock: '0.1875rem',
  paddingInline: space.md,
  fontWeight: weight.medium,
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
  textAlign: 'center',
});

export const day = style({
  display: 'flex',
  justifyContent: 'center',
  paddingBlock: space.md,
  paddingInline: space.lg,
});
export const dayChip = chip;
export const system = style([day, { paddingBlock: space.sm }]);
export const systemChip = style([
  chip,
  { fontWeight: weight.regular, borderRadius: radius.md, maxInlineSize: '24rem' },
]);

export const unseen = style({
  ...type.caption,
  marginBlock: `${space.md} ${space.xs}`,
  paddingBlock: space.xs,
  textAlign: 'center',
  fontWeight: weight.semibold,
  color: vars.color.onAccentSoft,
  backgroundColor: vars.color.accentSoft,
});

export const gap = style({
  ...type.caption,
  marginBlock: space.md,
  paddingBlock: space.sm,
  textAlign: 'center',
  color: vars.color.inkSoft,
  borderBlock: `1px dashed ${vars.color.line}`,
});
