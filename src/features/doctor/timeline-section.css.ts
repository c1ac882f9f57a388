import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type, weight } from '../../theme/tokens.ts';

const plainList = { listStyle: 'none', margin: 0, padding: 0, display: 'grid' } as const;

export const timelines = style({ ...plainList, gap: space.lg });
export const life = style({ display: 'grid', gap: space.xs, minInlineSize: 0 });
export const name = style({ ...type.body, fontWeight: weight.semibold });
export const steps = style({ ...plainList, gap: space.xxs });
export const step = style({
  ...type.caption,
  color: vars.color.inkSoft,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});
