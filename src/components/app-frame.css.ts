import { globalStyle, style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { cleared, safe, when } from '../theme/responsive.css.ts';

export const frame = style([
  {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    // The keyboard of iOS lies over the page instead of shrinking it; the root knows how much it covers.
    blockSize: 'calc(100dvh - var(--tb-keyboard, 0px))',
    backgroundColor: vars.color.canvas,
  },
  when({ wide: { gridTemplateRows: 'minmax(0, 1fr)', gridTemplateColumns: 'auto minmax(0, 1fr)' } }),
]);
export const main = recipe({
  base: [
    {
      minBlockSize: 0,
      minInlineSize: 0,
      display: 'grid',
      gridTemplateRows: 'auto minmax(0, 1fr)',
      gridTemplateColumns: 'minmax(0, 1fr)',
    },
    when({ wide: cleared('inlineStart') }),
  ],
  variants: { isOverBar: { true: when({ narrow: cleared('blockEnd') }) } },
});
export const notice = style({
  selectors: { '&:not(:empty)': { paddingBlockStart: safe.blockStart } },
});
globalStyle(`${notice}:not(:empty) ~ *`, cleared('blockStart'));
// After the content in the document, so that a screen reader meets the page first; before it on wide screens.
export const nav = recipe({
  base: when({ wide: { order: -1 } }),
  variants: { isHiddenOnNarrow: { true: when({ narrow: { display: 'none' } }) } },
});
