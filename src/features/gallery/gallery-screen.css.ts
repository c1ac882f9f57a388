import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRing } from '../../theme/mixins.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

export const gallery = style({ display: 'grid', gap: space.lg, padding: space.lg, alignContent: 'start' });

export const month = style({ display: 'grid', gap: space.sm });
export const monthName = style({ ...type.caption, fontWeight: weight.semibold, color: vars.color.inkSoft });
export const squares = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(6.5rem, 1fr))',
  gap: '3px',
  overflow: 'hidden',
  borderRadius: radius.md,
});
export const square = style({ position: 'relative', aspectRatio: '1', minInlineSize: 0 });

export const card = style({
  overflow: 'hidden',
  backgroundColor: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: radius.lg,
});
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  paddingBlock: space.sm,
  paddingInline: `${space.lg} ${space.xs}`,
  selectors: { '& + &': { borderBlockStart: `1px solid ${vars.color.line}` } },
});
export const main = style({ display: 'grid', flex: 1, gap: space.xxs, minInlineSize: 0 });
export const meta = style({ ...type.caption, color: vars.color.inkSoft });
export const words = style({ ...type.body, ...ellipsis });
export const linkLine = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  minBlockSize: size.touch,
});
export const linkIcon = style({ flex: 'none', color: vars.color.inkSoft });
export const link = style([
  focusRing,
  { ...type.body, ...ellipsis, color: vars.color.accentText, borderRadius: radius.tight },
]);
