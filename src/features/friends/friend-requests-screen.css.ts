import { style } from '@vanilla-extract/css';

export const compact = style({ display: 'grid' });
export const wide = style({ display: 'grid', flex: 1 });
