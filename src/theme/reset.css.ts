import { globalStyle } from '@vanilla-extract/css';
import { vars } from './contract.css.ts';
import { font, type, weight } from './tokens.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });
globalStyle('html', {
  // The platform's bounce would drag the header away from the notch in standalone mode.
  overscrollBehaviorY: 'none',
  textSizeAdjust: '100%',
  blockSize: '100%',
  backgroundColor: vars.color.canvas,
});
globalStyle('body', {
  ...type.body,
  margin: 0,
  minBlockSize: '100%',
  fontFamily: font.body,
  color: vars.color.ink,
  backgroundColor: vars.color.canvas,
  WebkitFontSmoothing: 'antialiased',
  MozOsxFontSmoothing: 'grayscale',
  WebkitTapHighlightColor: 'transparent',
  overflowWrap: 'break-word',
  touchAction: 'manipulation',
});
globalStyle('h1, h2, h3, p, ul, ol, dl, dd, figure', { margin: 0 });
globalStyle('h1, h2, h3', { fontSize: 'inherit', fontWeight: weight.semibold });
globalStyle('ul, ol', { padding: 0, listStyle: 'none' });
globalStyle('button, input, textarea, select', {
  font: 'inherit',
  color: 'inherit',
  letterSpacing: 'inherit',
});
globalStyle('button', { background: 'none', border: 0, padding: 0, cursor: 'pointer', textAlign: 'inherit' });
globalStyle('a', { color: 'inherit', textDecoration: 'none' });
globalStyle('img, svg, video', { display: 'block', maxInlineSize: '100%' });
globalStyle('::selection', { backgroundColor: vars.color.accentSoft, color: vars.color.onAccentSoft });
