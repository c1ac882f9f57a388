import { style } from '@vanilla-extract/css';
import { vars } from '../../../theme/contract.css.ts';
import { ellipsis, focusRing } from '../../../theme/mixins.css.ts';
import { radius, size, space, type, weight } from '../../../theme/tokens.ts';

const lines = (count: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: count,
    overflow: 'hidden',
  }) as const;

export const card = style([
  focusRing,
  {
    display: 'flex',
    alignItems: 'center',
    gap: space.sm,
    inlineSize: '100%',
    minInlineSize: 'min(18rem, 62vw)',
    maxInlineSize: '24rem',
    minBlockSize: size.touch,
    marginBlockStart: space.xs,
    padding: space.sm,
    borderRadius: radius.sm,
    backgroundColor: vars.color.press,
    color: 'inherit',
    textDecoration: 'none',
    whiteSpace: 'normal',
  },
]);
export const texts = style({ display: 'grid', gap: '2px', flex: 1, minInlineSize: 0 });
export const title = style({
  ...type.caption,
  ...lines(2),
  fontWeight: weight.semibold,
  unicodeBidi: 'plaintext',
});
export const description = style({ ...type.caption, ...lines(2), unicodeBidi: 'plaintext' });
export const host = style([
  ellipsis,
  { ...type.caption, textDecoration: 'underline', textUnderlineOffset: '2px' },
]);
