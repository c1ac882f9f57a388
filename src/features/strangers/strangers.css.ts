import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing } from '../../theme/mixins.css.ts';
import { padSafe, when } from '../../theme/responsive.css.ts';
import { radius, space, type, weight } from '../../theme/tokens.ts';

/** On a wide window the chat keeps the width of a conversation, in the middle. */
export const room = style({
  blockSize: '100%',
  minBlockSize: 0,
  ...when({
    wide: {
      inlineSize: '100%',
      maxInlineSize: '46rem',
      marginInline: 'auto',
      borderInline: `1px solid ${vars.color.line}`,
    },
  }),
});

/** The four ways out: always there, side by side, each as wide as a thumb; in two lines where the words are wider. */
export const exits = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.xs,
  paddingBlock: space.xs,
  paddingInlineStart: padSafe('inlineStart', space.sm),
  paddingInlineEnd: padSafe('inlineEnd', space.sm),
  backgroundColor: vars.color.surface,
  borderBlockEnd: `1px solid ${vars.color.line}`,
});
globalStyle(`${exits} > *`, { flex: 1, minInlineSize: 'max-content' });
export const foot = style({ paddingBlockEnd: space.md });
export const wishes = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.sm,
  padding: space.sm,
});
export const note = style({
  ...type.caption,
  color: vars.color.inkSoft,
  textAlign: 'center',
  paddingInline: space.lg,
});
export const rules = style({
  display: 'grid',
  gap: space.sm,
  marginBlockStart: space.md,
  paddingInlineStart: space.xl,
  listStyle: 'disc',
});
export const interests = style({ minInlineSize: 0, margin: 0, padding: 0, border: 'none' });
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: space.sm });
export const label = style({
  ...type.caption,
  padding: 0,
  fontWeight: weight.semibold,
  color: vars.color.inkSoft,
  marginBlockEnd: space.sm,
});
export const picture = style({
  display: 'block',
  inlineSize: '15rem',
  maxInlineSize: '100%',
  aspectRatio: '4 / 3',
  borderRadius: radius.md,
  objectFit: 'cover',
});
export const veil = style([
  focusRing,
  {
    ...type.body,
    position: 'relative',
    display: 'block',
    overflow: 'hidden',
    inlineSize: '15rem',
    maxInlineSize: '100%',
    aspectRatio: '4 / 3',
    borderRadius: radius.md,
    backgroundColor: vars.color.sunken,
    color: vars.color.ink,
    cursor: 'pointer',
  },
]);
export const veilText = style({
  position: 'absolute',
  insetInline: space.sm,
  insetBlockStart: '50%',
  transform: 'translateY(-50%)',
  padding: space.sm,
  borderRadius: radius.md,
  textAlign: 'center',
  backgroundColor: vars.color.surface,
  color: vars.color.ink,
});
export const column = style({ display: 'flex', flexDirection: 'column', paddingBlock: space.md });
/** The two who meet, side by side. */
export const faces = style({
  display: 'flex',
  justifyContent: 'center',
  gap: space.xl,
  paddingBlock: space.lg,
});
export const face = style({
  ...type.caption,
  display: 'grid',
  justifyItems: 'center',
  gap: space.xs,
  minInlineSize: '6rem',
  fontWeight: weight.semibold,
});
export const weaveMark = style({ inlineSize: '56%', blockSize: '56%', fill: 'currentColor' });
export const hiddenInput = style({ display: 'none' });
