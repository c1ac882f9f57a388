import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space } from '../../theme/tokens.ts';

export const root = style({ padding: space.lg });
export const list = style({ display: 'grid' });
export const done = style({ color: vars.color.success });
