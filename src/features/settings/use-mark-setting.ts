import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import './mark-setting.css.ts';

/** What is read from the device first comes a moment after its screen. */
const COMES_WITHIN_MS = 3_000;

const mark = (element: HTMLElement): void => {
  element.dataset['foundSetting'] = '';
  element.scrollIntoView({ block: 'center' });
  const target = element.matches('a, button')
    ? element
    : element.querySelector<HTMLElement>('a, button, [role=switch], input');
  target?.focus({ preventScroll: true });
};

/** Marks the setting that the fragment of the address names, and puts the focus there. It goes with the next touch. */
export function useMarkSetting(): void {
  const anchor = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    if (anchor === '') return undefined;
    const ended = new AbortController();
    const unmark = (): void => {
      delete document.getElementById(anchor)?.dataset['foundSetting'];
      ended.abort();
    };
    const find = (): boolean => {
      const element = document.getElementById(anchor);
      if (element === null) return false;
      mark(element);
      for (const touch of ['pointerdown', 'keydown'] as const)
        addEventListener(touch, unmark, { capture: true, signal: ended.signal });
      return true;
    };
    if (find()) return unmark;
    const watcher = new MutationObserver(() => {
      if (find()) watcher.disconnect();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watcher.disconnect(), COMES_WITHIN_MS);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      unmark();
    };
  }, [anchor]);
}
