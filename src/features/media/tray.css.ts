import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { ellipsis, focusRing, tabular } from '../../theme/mixins.css.ts';
import { radius, size, space, type } from '../../theme/tokens.ts';

const THUMBNAIL = '4.5rem';

/** Only its owner opens it: the picker of the platform. */
export const input = style({ display: 'none' });

export const picture = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space.sm });

export const tray = style({ paddingBlockEnd: space.sm, minInlineSize: 0 });
export const list = style({
  display: 'flex',
  gap: space.xs,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  paddingBlock: space.xs,
  scrollbarWidth: 'none',
});
export const item = style({
  position: 'relative',
  flexShrink: 0,
  inlineSize: THUMBNAIL,
  blockSize: THUMBNAIL,
});
export const fileItem = style([item, { inlineSize: '11rem' }]);
/** As wide as the player of a recording, with room for its ×. */
export const voiceItem = style([item, { inlineSize: 'auto', blockSize: 'auto', paddingInlineEnd: space.xl }]);
export const open = style([
  focusRing,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.xs,
    position: 'relative',
    inlineSize: '100%',
    blockSize: '100%',
    paddingInline: space.sm,
    overflow: 'hidden',
    color: vars.color.inkSoft,
    backgroundColor: vars.color.sunken,
    borderRadius: radius.md,
  },
]);
export const fileName = style([ellipsis, { ...type.caption, paddingInlineEnd: space.lg }]);
export const thumbnail = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
});
/** It lies over a picture, whatever that shows. */
export const disc = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.25rem',
  blockSize: '2.25rem',
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
});
/** In a list of drafts: as many as fit one beside the other, and more below. */
export const stills = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.xs,
  paddingBlockStart: space.xs,
});
export const still = style({
  position: 'relative',
  inlineSize: '3rem',
  blockSize: '3rem',
  overflow: 'hidden',
  backgroundColor: vars.color.sunken,
  borderRadius: radius.sm,
});
export const veil = style({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' });
export const veilFailed = style([veil, { color: vars.color.danger, backgroundColor: vars.color.dangerSoft }]);
export const remove = style([
  focusRing,
  {
    position: 'absolute',
    insetBlockStart: `calc(-1 * ${space.xs})`,
    insetInlineEnd: `calc(-1 * ${space.xs})`,
    display: 'grid',
    placeItems: 'start end',
    inlineSize: size.touch,
    blockSize: size.touch,
    padding: space.sm,
    borderRadius: radius.full,
  },
]);
export const removeDisc = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '1.375rem',
  blockSize: '1.375rem',
  borderRadius: radius.full,
  color: vars.color.onChip,
  backgroundColor: vars.color.chip,
});
export const estimate = style([
  tabular,
  { ...type.caption, paddingInline: space.xs, color: vars.color.inkSoft },
]);
export const answers = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.xs,
  paddingInline: space.xs,
  paddingBlockStart: space.xs,
});
export const alt = style({ paddingInline: space.lg, paddingBlockEnd: space.sm });
/** Where the player of a recording will stand. */
export const voiceRoom = style({ inlineSize: 'min(17rem, 62vw)', blockSize: '3.5rem' });
