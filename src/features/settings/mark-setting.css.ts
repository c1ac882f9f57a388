import { globalStyle } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';

/** The row or section that a search has led to. */
globalStyle('[data-found-setting]', {
  outline: `2px solid ${vars.color.accent}`,
  outlineOffset: '-2px',
  backgroundColor: vars.color.accentSoft,
});
