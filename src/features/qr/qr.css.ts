import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing, tabular } from '../../theme/mixins.css.ts';
import { transition } from '../../theme/motion.css.ts';
import { font, radius, size, space, type, weight } from '../../theme/tokens.ts';

export const code = style({ display: 'grid', gap: space.md });
export const typed = style({ ...type.caption, textAlign: 'center', color: vars.color.inkSoft });
export const summary = style([
  focusRing,
  {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minBlockSize: size.touch,
    paddingInline: space.md,
    borderRadius: radius.sm,
    color: vars.color.accentText,
    fontWeight: weight.medium,
    cursor: 'pointer',
    listStyle: 'none',
    selectors: { '&::-webkit-details-marker': { display: 'none' } },
  },
]);
export const text = style([
  tabular,
  {
    ...type.reading,
    fontFamily: font.mono,
    color: vars.color.ink,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
]);

export const match = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.xs,
  textAlign: 'center',
});
export const matchLabel = style({ ...type.body, color: vars.color.inkSoft });
export const number = style([
  tabular,
  {
    fontFamily: font.display,
    fontSize: '3rem',
    lineHeight: 1.1,
    fontWeight: weight.bold,
    letterSpacing: '0.04em',
    color: vars.color.accentText,
  },
]);

export const status = style({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.sm,
  minBlockSize: size.touch,
  textAlign: 'center',
  color: vars.color.inkSoft,
});
export const center = style({ display: 'grid', placeItems: 'center', minBlockSize: '15rem' });
export const lead = style({
  textWrap: 'balance',
  ...type.body,
  textAlign: 'center',
  color: vars.color.inkSoft,
});
export const title = style({
  ...type.title,
  fontFamily: font.display,
  fontWeight: weight.bold,
  textAlign: 'center',
});

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: space.lg,
  rowGap: space.sm,
});
export const fact = style({ ...type.body, color: vars.color.inkSoft });
export const value = style({
  ...type.body,
  fontWeight: weight.medium,
  textAlign: 'end',
  overflowWrap: 'anywhere',
});

export const question = style({ ...type.heading, fontWeight: weight.semibold, textAlign: 'center' });
export const choices = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: space.md,
});
export const choice = style([
  focusRing,
  tabular,
  transition(['background-color', 'border-color'], '120ms'),
  {
    minBlockSize: '4.5rem',
    textAlign: 'center',
    fontFamily: font.display,
    fontSize: '1.75rem',
    fontWeight: weight.bold,
    color: vars.color.accentText,
    backgroundColor: vars.color.surface,
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.lg,
    cursor: 'pointer',
    selectors: {
      '&:hover': { backgroundColor: vars.color.accentSoft },
      '&:disabled': { opacity: 0.6, cursor: 'default' },
    },
  },
]);
