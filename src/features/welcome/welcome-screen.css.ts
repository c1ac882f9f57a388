import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { focusRing } from '../../theme/mixins.css.ts';
import { radius, size, space, type, weight } from '../../theme/tokens.ts';

export const lead = style({ ...type.body, color: vars.color.inkSoft, textAlign: 'center' });

/** Words and no button: no page can open the installed app, and nothing here may look as if it did. */
export const installed = style({
  ...type.body,
  paddingBlock: space.md,
  borderBlock: `1px solid ${vars.color.line}`,
  textAlign: 'center',
  fontWeight: weight.semibold,
  color: vars.color.ink,
});

export const steps = style({ display: 'grid', gap: space.sm });
export const stepsTitle = style({ ...type.body, fontWeight: weight.semibold });
export const list = style({ display: 'grid', gap: space.sm, listStyle: 'none', padding: 0, margin: 0 });
export const step = style({
  ...type.body,
  display: 'flex',
  alignItems: 'center',
  gap: space.md,
  color: vars.color.inkSoft,
});

export const onward = style({ textAlign: 'center' });
export const link = style([
  focusRing,
  {
    ...type.body,
    display: 'inline-grid',
    placeItems: 'center',
    minBlockSize: size.touch,
    paddingInline: space.md,
    borderRadius: radius.md,
    fontWeight: weight.semibold,
    color: vars.color.accentText,
  },
]);
