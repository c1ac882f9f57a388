import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, space, type, weight } from '../../theme/tokens.ts';

export const label = style({ ...type.caption, fontWeight: weight.semibold, color: vars.color.inkSoft });
/** Other people's words, set off from ours. */
export const quote = style({
  padding: space.sm,
  borderRadius: radius.md,
  backgroundColor: vars.color.sunken,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
});
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm });
export const picture = style({ display: 'block', maxInlineSize: '15rem', borderRadius: radius.md });
