import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

/** Where the letters are huge, or the room is small, the options stand under each other. */
const rows = {
  'html[data-text-size="huge"] &': '(max-width: 26rem)',
  '&': '(max-width: 17rem)',
} as const;

export const root = style({ inlineSize: '100%', containerType: 'inline-size' });
export const group = style({
  display: 'flex',
  flexWrap: 'wrap',
  padding: '0.1875rem',
  borderRadius: radius.md,
  backgroundColor: vars.color.sunken,
  '@container': Object.fromEntries(
    Object.entries(rows).map(([where, room]) => [
      room,
      { selectors: { [where]: { flexDirection: 'column', flexWrap: 'nowrap' } } },
    ]),
  ),
});
export const option = style([
  focusRing,
  transition(['background-color', 'color'], '120ms'),
  {
    ...type.caption,
    // Of one width, and never narrower than its longest word: where those have no room beside each other they stand in two lines.
    flex: 1,
    minInlineSize: 'min-content',
    minBlockSize: size.touch,
    paddingInline: space.sm,
    borderRadius: '9px',
    fontWeight: weight.medium,
    textAlign: 'center',
    color: vars.color.inkSoft,
    selectors: {
      '&[data-pressed]': {
        color: vars.color.ink,
        fontWeight: weight.semibold,
        backgroundColor: vars.color.raised,
        boxShadow: vars.shadow.bubble,
      },
    },
    '@container': Object.fromEntries(
      Object.entries(rows).map(([where, room]) => [
        room,
        {
          selectors: {
            [where]: {
              ...type.body,
              flex: 'none',
              inlineSize: '100%',
              paddingBlock: space.xs,
              paddingInline: space.md,
              textAlign: 'start',
            },
          },
        },
      ]),
    ),
  },
]);
