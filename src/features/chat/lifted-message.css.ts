import { style } from '@vanilla-extract/css';
import { layer } from '../../theme/tokens.ts';

export const stage = style({
  position: 'fixed',
  insetBlockStart: 0,
  insetInline: 0,
  zIndex: layer.scrim,
  overflow: 'clip',
  pointerEvents: 'none',
});
export const lifted = style({ position: 'absolute' });
