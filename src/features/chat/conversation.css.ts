import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space, type } from '../../theme/tokens.ts';

// Placed by its edge and not by a transform, which would give each row a layer to put together in every frame; and a
// stacking context, so that a row that did not change is not painted anew.
export const item = style({ position: 'absolute', insetInline: 0, isolation: 'isolate' });
export const END_PADDING_PX = 12;
/** Stands where the next row will, and keeps the room under it that the list has under its last. */
export const tail = style({
  position: 'absolute',
  insetBlockStart: `calc(100% - ${END_PADDING_PX}px)`,
  insetInline: 0,
  paddingBlockEnd: END_PADDING_PX,
});
export const start = style({
  ...type.caption,
  display: 'grid',
  placeItems: 'center',
  minBlockSize: '3.5rem',
  padding: space.sm,
  color: vars.color.inkSoft,
});
export const empty = style({ marginBlock: 'auto' });

/** As high as a card of a link with a picture, so that nothing moves when its code has come. */
export const linkCardRoom = style({ display: 'block', blockSize: '6rem' });
