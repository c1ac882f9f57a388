import { style } from '@vanilla-extract/css';
import { vars } from '../theme/contract.css.ts';
import { focusRing } from '../theme/mixins.css.ts';
import { transition } from '../theme/motion.css.ts';
import { radius, size, space, type, weight } from '../theme/tokens.ts';

/** Where the room is small the options stand under each other; at huge letters also wherever they do not fit into one line. */
const huge = 'html[data-text-size="huge"]';
const small = '(max-width: 17rem)';
const smallAtHuge = '(max-width: 26rem)';

const PADDING = '0.1875rem';
const word = { ...type.caption, paddingInline: space.sm, fontWeight: weight.semibold } as const;

export const root = style({
  position: 'relative',
  inlineSize: '100%',
  containerType: 'inline-size',
  overflowX: 'clip',
});
const unseen = { clipPath: 'inset(50%)' } as const;
/** As wide as all options of one width in one line are. */
export const ruler = style({
  ...unseen,
  position: 'absolute',
  visibility: 'hidden',
  pointerEvents: 'none',
  inlineSize: 'max-content',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  paddingInline: PADDING,
});
export const measured = style({
  ...unseen,
  ...word,
  whiteSpace: 'nowrap',
  selectors: { '&::before': { content: 'attr(data-label)' } },
});
const asRows = { flexDirection: 'column', flexWrap: 'nowrap' } as const;
export const group = style({
  display: 'flex',
  flexWrap: 'wrap',
  padding: PADDING,
  borderRadius: radius.md,
  backgroundColor: vars.color.sunken,
  selectors: { [`${huge} &[data-tight]`]: asRows },
  '@container': { [smallAtHuge]: { selectors: { [`${huge} &`]: asRows } }, [small]: asRows },
});
const asRow = {
  ...type.body,
  flex: 'none',
  inlineSize: '100%',
  paddingBlock: space.xs,
  paddingInline: space.md,
  textAlign: 'start',
} as const;
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
      [`${huge} [data-tight] > &`]: asRow,
    },
    '@container': { [smallAtHuge]: { selectors: { [`${huge} &`]: asRow } }, [small]: asRow },
  },
]);
