import { style } from '@vanilla-extract/css';

export const rows = style({ position: 'relative' });
export const row = style({ position: 'absolute', insetInline: 0 });
