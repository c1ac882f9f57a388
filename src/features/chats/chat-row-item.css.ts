import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { space } from '../../theme/tokens.ts';

export const meta = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });

export const badges = style({ display: 'inline-flex', alignItems: 'center', gap: space.xs });

export const mark = style({ flexShrink: 0, color: vars.color.inkSoft });
