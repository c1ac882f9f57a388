import { assignVars, globalStyle } from '@vanilla-extract/css';
import { black } from './black.ts';
import { vars } from './contract.css.ts';
import { dark } from './dark.ts';
import { light } from './light.ts';

// No attribute means "system", so that a page whose boot script never ran still has colours.
globalStyle(':root', { vars: assignVars(vars, light) });
globalStyle(':root:not([data-theme]), :root[data-theme="system"]', {
  '@media': { '(prefers-color-scheme: dark)': { vars: assignVars(vars, dark) } },
});
globalStyle(':root[data-theme="dark"]', { vars: assignVars(vars, dark) });
globalStyle(':root[data-theme="black"]', { vars: assignVars(vars, black) });
globalStyle(':root', { colorScheme: vars.scheme });
