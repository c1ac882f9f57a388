import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';

export const bubble = style({ fill: vars.color.accent });
export const posts = style({ fill: vars.color.onAccent });
export const hammock = style({ fill: vars.color.spark });
