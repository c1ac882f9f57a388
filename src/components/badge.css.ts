import { recipe } from '@vanilla-extract/recipes';
import { vars } from '../theme/contract.css.ts';
import { tabular } from '../theme/mixins.css.ts';
import { radius, weight } from '../theme/tokens.ts';

export const badge = recipe({
  base: [
    tabular,
    {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      // In its own letters, which the bar keeps small.
      minInlineSize: '1.667em',
      blockSize: '1.667em',
      paddingInline: '0.5em',
      borderRadius: radius.full,
      fontSize: '0.75rem',
      lineHeight: 1,
      fontWeight: weight.bold,
    },
  ],
  variants: {
    tone: {
      new: { backgroundColor: vars.color.spark, color: vars.color.onSpark },
      muted: { backgroundColor: vars.color.line, color: vars.color.ink },
      danger: { backgroundColor: vars.color.dangerSolid, color: vars.color.onDangerSolid },
    },
  },
});
