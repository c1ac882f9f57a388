import type { MouseEvent } from 'react';

/**
 * For the button that leads to a form's next step and then, in the same place, sends it: the second press of a double tap
 * was meant for the first step. (UI Events: `detail` counts the presses.)
 */
export const ignoreDoublePress = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault();
};
