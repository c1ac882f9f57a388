import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { faceSize, radius, space, type, weight } from '../../theme/tokens.ts';

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space.md,
});
export const reason = style({ ...type.heading, fontWeight: weight.semibold });
const pill = {
  ...type.caption,
  fontWeight: weight.medium,
  flexShrink: 0,
  paddingInline: space.sm,
  borderRadius: radius.full,
} as const;
export const chip = style({ ...pill, backgroundColor: vars.color.sunken, color: vars.color.inkSoft });
export const tag = style({
  ...pill,
  marginInlineStart: space.sm,
  backgroundColor: vars.color.dangerSoft,
  color: vars.color.danger,
});

export const person = style({ display: 'flex', gap: space.md, alignItems: 'center' });
export const personTexts = style({ minInlineSize: 0, overflowWrap: 'anywhere' });
export const name = style({ ...type.body, fontWeight: weight.semibold });
export const nobody = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: faceSize(3.25),
  blockSize: faceSize(3.25),
  borderRadius: '50%',
  backgroundColor: vars.color.sunken,
  color: vars.color.inkSoft,
});
export const small = style({ ...type.caption, color: vars.color.inkSoft });

export const words = style({ display: 'grid', gap: space.xs });
export const label = style({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.md,
  color: vars.color.inkSoft,
});
/** Other people's words, set off from ours. */
export const quote = style({
  ...type.body,
  margin: 0,
  paddingBlock: space.sm,
  paddingInline: space.md,
  borderRadius: radius.md,
  backgroundColor: vars.color.sunken,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  // Each line has the direction of its own words.
  unicodeBidi: 'plaintext',
});
export const lines = style({ display: 'grid', gap: space.xs });
/** The one that was reported, among those around it. */
export const reportedLine = style({
  marginInline: `calc(-1 * ${space.xs})`,
  paddingInline: space.xs,
  borderRadius: radius.tight,
  backgroundColor: vars.color.dangerSoft,
});
const signed = { display: 'inline-flex', alignItems: 'center', gap: space.xs } as const;
export const signature = styleVariants({
  valid: { ...signed, color: vars.color.accentText },
  broken: { ...signed, color: vars.color.danger, fontWeight: weight.semibold },
});

/** As many side by side as fit, and no hole in the last row. */
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm });
globalStyle(`${actions} > *`, { flex: '1 1 8.5rem' });
export const picture = style({
  display: 'block',
  maxInlineSize: 'min(15rem, 100%)',
  marginBlockStart: space.xs,
  borderRadius: radius.md,
});
