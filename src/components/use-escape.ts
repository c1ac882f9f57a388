import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing.ts';

/** What Escape leaves, the innermost last. Sheets, dialogs and menus have a way of their own and go first. */
const steps: (() => void)[] = [];
let isCovered = false;

/** Whether a sheet, a dialog or a menu lies over the screen. */
export const hasOverlay = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** Looked at before whatever lies on top has closed itself. */
const before = ({ key }: KeyboardEvent): void => {
  if (key === 'Escape') isCovered = hasOverlay();
};
const after = (event: KeyboardEvent): void => {
  const step = steps.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || isCovered || isComposing(event) || !step) return;
  event.preventDefault();
  step();
};

/** Escape goes one step back: it leaves what was opened last. */
export function useEscape(leave: () => void): void {
  const leaveNow = useEffectEvent(leave);
  useEffect(() => {
    const step = (): void => leaveNow();
    if (steps.length === 0) {
      addEventListener('keydown', before, { capture: true });
      addEventListener('keydown', after);
    }
    steps.push(step);
    return () => {
      steps.splice(steps.indexOf(step), 1);
      if (steps.length > 0) return;
      removeEventListener('keydown', before, { capture: true });
      removeEventListener('keydown', after);
    };
  }, []);
}
