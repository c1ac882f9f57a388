import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { type } from '../../theme/tokens.ts';

export const words = style({ ...type.caption, color: vars.color.inkSoft, textAlign: 'center' });
