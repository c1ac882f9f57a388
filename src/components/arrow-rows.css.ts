import { style } from '@vanilla-extract/css';

export const area = style({ display: 'contents' });
