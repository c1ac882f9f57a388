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
      minInlineSize: '1.25rem',
      blockSize: '1.25rem',
      paddingInline: '0.375rem',
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
