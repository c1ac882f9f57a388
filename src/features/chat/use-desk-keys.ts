import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { useBack } from '../../app/use-back.ts';
import { hasOverlay, useEscape } from '../../components/use-escape.ts';
import { useIsWide } from '../../components/use-is-wide.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=listbox], [role=menu] *'));

/** A letter, or a paste. The space bar presses what has the focus; slash and question mark are keys of the whole app. */
const isWriting = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? key.toLowerCase() === 'v' && !altKey
    : !altKey && [...key].length === 1 && !/[\s/?]/.test(key);

/**
 * A keyboard at a desk, however narrow the window: an open chat has its field focused, a letter that is typed beside it goes there, and Escape leads back
 * to the list. A finger's keyboard would cover half of the chat, so there the field waits to be touched.
 */
export function useDeskKeys(input: RefObject<HTMLTextAreaElement | null>): void {
  const isWide = useIsWide();
  const navigate = useNavigate();
  const back = useBack('/profile/messages');
  useEffect(() => {
    const isDesk = matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (isDesk && !hasOverlay()) input.current?.focus({ preventScroll: true });
  }, [input]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isWriting(event) || isField(event.target) || hasOverlay()) return;
      // The letter itself follows the focus.
      input.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [input]);
  useEscape(() => {
    if (!isWide) return back();
    // Its row in the list beside it: from there arrows lead on.
    document.querySelector<HTMLElement>('[data-row][aria-current=page]')?.focus();
    void navigate({ to: '/profile/messages' });
  });
}
