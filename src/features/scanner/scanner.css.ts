import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, space, type, weight } from '../../theme/tokens.ts';

export const viewfinder = style({
  position: 'relative',
  inlineSize: '100%',
  aspectRatio: '1',
  maxBlockSize: '60dvh',
  overflow: 'hidden',
  borderRadius: radius.lg,
  backgroundColor: vars.color.sunken,
});
export const video = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
});

/** A square to aim with: the code may stand anywhere in the picture. */
export const frame = style({
  position: 'absolute',
  inset: '16%',
  border: `3px solid ${vars.color.qrGround}`,
  borderRadius: radius.lg,
  outline: `1px solid ${vars.color.qrInk}`,
  pointerEvents: 'none',
});

export const notice = style({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.md,
  padding: space.lg,
  textAlign: 'center',
  color: vars.color.ink,
  backgroundColor: vars.color.sunken,
});
export const words = style({ ...type.heading, fontWeight: weight.semibold });
export const hint = style({ ...type.body, color: vars.color.inkSoft, maxInlineSize: '20rem' });
export const foreign = style({
  ...type.caption,
  color: vars.color.inkSoft,
  maxInlineSize: '100%',
  overflowWrap: 'anywhere',
});
export const tools = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm, justifyContent: 'center' });
export const input = style({ display: 'none' });
