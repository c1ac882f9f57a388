import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { tabular } from '../../theme/mixins.css.ts';
import { padSafe } from '../../theme/responsive.css.ts';
import { space, type } from '../../theme/tokens.ts';

/** Under the header: whose chat it is stays in sight. */
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexShrink: 0,
  columnGap: space.xs,
  paddingBlock: space.xs,
  paddingInlineStart: padSafe('inlineStart', space.sm),
  paddingInlineEnd: padSafe('inlineEnd', space.sm),
  backgroundColor: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
});
export const field = style({ flex: '1 1 9rem', minInlineSize: 0 });
export const position = style([
  tabular,
  {
    ...type.caption,
    paddingInline: space.xs,
    color: vars.color.inkSoft,
    selectors: { '&:empty': { display: 'none' } },
  },
]);
