import { style } from '@vanilla-extract/css';
import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { weave } from '../theme/mixins.css.ts';
import { beyondSafe, cleared, safe, when } from '../theme/responsive.css.ts';
import { layer, size, space } from '../theme/tokens.ts';

export const screen = style({
  display: 'flex',
  flexDirection: 'column',
  minBlockSize: 0,
  minInlineSize: 0,
  blockSize: '100%',
  // Beside another pane: what happens in one does not paint the other anew.
  isolation: 'isolate',
});
export const stage = recipe({
  base: { position: 'relative', display: 'flex', flex: 1, minBlockSize: 0, minInlineSize: 0 },
  variants: {
    ground: { plain: { backgroundColor: vars.color.canvas }, weave },
    // The footer clears it.
    hasFooter: { true: cleared('blockEnd') },
  },
});
export const scroller = recipe({
  base: {
    flex: 1,
    minInlineSize: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    overscrollBehaviorY: 'contain',
    scrollbarWidth: 'thin',
    outline: 'none',
    display: 'flex',
    flexDirection: 'column',
    // Here and not at the content, which stands in the middle of what is left.
    paddingInlineStart: safe.inlineStart,
    paddingInlineEnd: safe.inlineEnd,
  },
  variants: {
    width: {
      // From edge to edge: room kept for a bar that is not there would end every card short of one edge.
      full: {},
      // In the middle, and still there when the content grows beyond the screen.
      narrow: { scrollbarGutter: 'stable both-edges' },
    },
  },
});
export const stripRoom = style({ flexShrink: 0 });
export const stripHeight = style({ blockSize: size.strip });
export const content = recipe({
  base: {
    flex: '1 0 auto',
    inlineSize: '100%',
    display: 'flex',
    flexDirection: 'column',
    paddingBlockEnd: safe.blockEnd,
  },
  variants: {
    width: {
      full: {},
      narrow: { maxInlineSize: size.reading, marginInline: 'auto' },
    },
    // However short it is, the room can be scrolled away.
    hasRoom: { true: { minBlockSize: '100%' }, false: {} },
    isPadded: {
      true: {
        gap: space.xl,
        paddingInline: space.lg,
        paddingBlockStart: space.lg,
        paddingBlockEnd: beyondSafe('blockEnd', space.xxl),
        ...when({
          wide: { paddingBlockStart: space.xl, paddingBlockEnd: beyondSafe('blockEnd', space.xl) },
        }),
      },
    },
  },
});
/** Over the top of the content: pushing it down would move what the thumb is about to touch. */
export const strip = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  zIndex: layer.sticky,
  pointerEvents: 'none',
});
