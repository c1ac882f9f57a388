import { style } from '@vanilla-extract/css';
import { space } from '../../theme/tokens.ts';

export const meta = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });

export const badges = style({ display: 'inline-flex', gap: space.xs });

export const mark = style({ verticalAlign: '-0.1em', opacity: 0.6 });
