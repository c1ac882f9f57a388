import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { radius, space, type, weight } from '../theme/tokens.ts';
import { row } from './list-row.css.ts';

export const section = style({ display: 'grid', gap: space.sm });
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.md,
  paddingInline: space.lg,
});
export const title = style({ ...type.caption, fontWeight: weight.semibold, color: vars.color.inkSoft });
const frame = {
  overflow: 'hidden',
  backgroundColor: vars.color.surface,
  border: `1px solid ${vars.color.line}`,
  borderRadius: radius.lg,
} as const;
export const card = style(frame);
export const padded = style({ ...frame, padding: space.lg });
/** How the content is framed. */
export const surfaces = { card, padded, plain: '' } as const;
export const note = style({ ...type.caption, paddingInline: space.lg, color: vars.color.inkSoft });

// Doubled, to win over the rounded rows of a wide screen: inside a frame they run from edge to edge.
for (const rows of [`${card}${card} > *`, `${card}${card} > ul > li > *`])
  globalStyle(rows, { marginInline: 0, inlineSize: '100%', borderRadius: 0 });
// And begin under their title.
globalStyle(`${card}${card} ${row.classNames.base}`, { paddingInline: space.lg });
globalStyle(`${card}${card} > * + *`, { borderBlockStart: `1px solid ${vars.color.line}` });
