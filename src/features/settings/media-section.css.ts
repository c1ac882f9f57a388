import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { tabular } from '../../theme/mixins.css.ts';
import { type } from '../../theme/tokens.ts';

export const meter = style({ inlineSize: '100%', accentColor: vars.color.accent });
export const said = style([tabular, { ...type.caption, color: vars.color.inkSoft, minBlockSize: '1.5em' }]);
