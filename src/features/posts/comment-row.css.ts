import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

export const thread = style({ display: 'grid' });
const base = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space.xs,
  paddingBlock: space.sm,
  paddingInlineEnd: space.sm,
});
export const row = styleVariants({
  0: [base, { paddingInlineStart: space.lg }],
  1: [base, { paddingInlineStart: `calc(${space.lg} + ${space.xxl})` }],
  2: [base, { paddingInlineStart: `calc(${space.lg} + 2 * ${space.xxl})` }],
});
/** The time keeps its place at the end of the line, however many buttons stand before it. */
export const foot = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) fit-content(40%)',
  alignItems: 'center',
  columnGap: space.sm,
});
export const head = style({ display: 'flex', alignItems: 'center', gap: space.sm, minInlineSize: 0 });
export const gone = style({ ...type.body, color: vars.color.inkSoft, fontStyle: 'italic' });
export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.xs,
  marginInlineStart: `calc(-1 * ${space.sm})`,
});
export const none = style({
  ...type.body,
  padding: space.xl,
  textAlign: 'center',
  color: vars.color.inkSoft,
});
export const replying = style({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.sm,
  paddingInlineStart: space.md,
  color: vars.color.inkSoft,
});
