import { styleVariants } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing, tabular, thumbHigh } from '../../theme/mixins.css.ts';
import { radius, size, type } from '../../theme/tokens.ts';

export const when = styleVariants({
  // Small letters have lower lines: with them the thumb's height falls short by a fraction.
  text: [focusRing, tabular, thumbHigh, { borderRadius: radius.tight, minBlockSize: size.touch }],
  end: [
    focusRing,
    tabular,
    {
      ...type.caption,
      // Long words in two lines rather than on a line of their own.
      flex: '1 1 6rem',
      minInlineSize: 0,
      overflowWrap: 'anywhere',
      minBlockSize: size.touch,
      color: vars.color.inkSoft,
      textAlign: 'end',
      borderRadius: radius.tight,
    },
  ],
});
