import { style } from '@vanilla-extract/css';
import { space } from '../../theme/tokens.ts';

export const meta = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });
