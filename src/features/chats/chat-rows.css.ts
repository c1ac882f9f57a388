import { style } from '@vanilla-extract/css';

export const rows = style({ position: 'relative' });
export const row = style({
  position: 'absolute',
  insetInline: 0,
  // A held finger opens our menu, not the browser's for links.
  WebkitTouchCallout: 'none',
});
