import { useEffect } from 'react';

/** Whether somebody looks at this page: a tab behind another window shows nothing to anybody. */
export const isAttended = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** A sheet, a dialog or an opened picture lies over the middle of what is under it. */
export const isUncovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
};

/** What lies over an element closes without an event that reaches it: it is looked again after this long. */
export const LOOK_UNDER_MS = 500;

/** Looks again when the page is looked at, and when it is not any more. */
export function useAttentionChange(look: { readonly current: () => void }): void {
  useEffect(() => {
    const again = () => look.current();
    window.addEventListener('focus', again);
    window.addEventListener('blur', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('focus', again);
      window.removeEventListener('blur', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [look]);
}
