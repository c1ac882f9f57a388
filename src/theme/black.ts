import { dark } from './dark.ts';
import type { ThemeTokens } from './theme-tokens.ts';

/** For OLED panels: every large area is switched off, what floats keeps an edge to be seen by. */
export const black: ThemeTokens = {
  ...dark,
  color: {
    ...dark.color,
    canvas: '#000000',
    surface: '#000000',
    raised: '#1a1713',
    sunken: '#000000',
    line: '#2a251f',
    skeleton: '#221e19',
    bubbleOwn: '#0f3a34',
    bubbleOther: '#1e1a16',
    weaveA: '#000000',
    weaveB: '#0f0d0a',
  },
};
