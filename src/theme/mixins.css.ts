import type { StyleRule } from '@vanilla-extract/css';
import { style } from '@vanilla-extract/css';
import { vars } from './contract.css.ts';
import { size } from './tokens.ts';

/** One ring everywhere, drawn outside so that it is seen on any fill. */
export const focusRing: StyleRule = {
  outline: 'none',
  selectors: { '&:focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' } },
};

/** The same ring drawn inside, for rows and tabs that touch the edge of the screen. */
export const focusRingInset: StyleRule = {
  outline: 'none',
  selectors: { '&:focus-visible': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' } },
};

/** One line with an ellipsis. */
export const ellipsis: StyleRule = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

const OVER_LINE = `calc((${size.touch} - 1lh) / 2)`;

/** A link of one line that is taller than it, so that a thumb meets it, without moving what stands around it. */
export const thumbHigh: StyleRule = {
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
  minInlineSize: size.touch,
  marginBlock: `calc(-1 * ${OVER_LINE})`,
  paddingBlock: OVER_LINE,
};

/** Digits of one width, so that counts and clocks do not dance. */
export const tabular: StyleRule = { fontVariantNumeric: 'tabular-nums' };

const strand = vars.color.weaveB;
const pair = (angle: string) =>
  `linear-gradient(${angle}, ${strand} 1px, transparent 1px 4px, ${strand} 4px 5px, transparent 5px)`;
const diagonal = (angle: string) =>
  `linear-gradient(${angle}, transparent calc(50% - 0.6px), ${strand} calc(50% - 0.6px) calc(50% + 0.6px), transparent calc(50% + 0.6px))`;

/** Solihiya, the cane weave of a veranda chair: the ground of conversations, barely there. */
export const weave: StyleRule = {
  backgroundColor: vars.color.weaveA,
  backgroundImage: [pair('90deg'), pair('180deg'), diagonal('45deg'), diagonal('-45deg')].join(', '),
  backgroundSize: '26px 26px',
  // The diagonals run between the crossings, which leaves the eight-sided holes the weave is known by.
  backgroundPosition: '0 0, 0 0, 15.5px 2.5px, 15.5px 2.5px',
};

/** Heard by screen readers, not seen. */
export const visuallyHidden = style({
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  margin: '-1px',
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
