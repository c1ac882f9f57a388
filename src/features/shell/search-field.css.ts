import { style } from '@vanilla-extract/css';
import { vars } from '../../theme/contract.css.ts';
import { radius, size, space, type } from '../../theme/tokens.ts';

export const root = style({
  display: 'flex',
  alignItems: 'center',
  gap: space.sm,
  minBlockSize: size.touch,
  paddingInlineStart: space.md,
  borderRadius: radius.full,
  backgroundColor: vars.color.sunken,
  // In the black theme the ground is as dark as the field.
  border: `1px solid ${vars.color.line}`,
  outline: '2px solid transparent',
  outlineOffset: '-2px',
  selectors: { '&:focus-within': { outlineColor: vars.color.focus }, 'a&': { textDecoration: 'none' } },
});
export const icon = style({ flexShrink: 0, color: vars.color.inkSoft });
export const hint = style({ ...type.reading, color: vars.color.inkSoft });
export const input = style({
  ...type.reading,
  // 16 px and no less, with small text too: iOS zooms into what is smaller.
  fontSize: 'max(16px, 1rem)',
  flex: 1,
  minInlineSize: 0,
  minBlockSize: size.touch,
  padding: 0,
  border: 0,
  outline: 'none',
  background: 'none',
  selectors: { '&::placeholder': { color: vars.color.inkSoft, opacity: 1 } },
});
