import './hand-over.ts';

/** What was pressed before anything could answer. */
type Press = { readonly kind: 'click' | 'submit'; readonly element: Element };

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** The same control of the app's own drawing: same kind, same words. */
const nameOf = (element: Element): string =>
  [
    element.tagName,
    element.getAttribute('name'),
    element.getAttribute('href'),
    element.getAttribute('aria-label'),
    element instanceof HTMLInputElement ? '' : element.textContent,
  ].join(' ');

const twinOf = (element: Element, root: Element): HTMLElement | undefined => {
  const name = nameOf(element);
  return [...root.querySelectorAll<HTMLElement>(element.tagName)].find((other) => nameOf(other) === name);
};

/** What stands there already does not come in again. */
export const finishEntrances = (root: Element): void => {
  for (const animation of root.getAnimations({ subtree: true }))
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
};

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Watches the prerendered screen until the app is drawn over it. Typed words, the focus and its selection are carried
 * over; a press waits and is made again, on the app's own control.
 */
export const watchFirstScreen = (root: HTMLElement): void => {
  const left = new Set<string>();
  let press: Press | null = null;
  let isComposing = false;
  const watching = new AbortController();
  const watch = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => root.addEventListener(type, listener, { signal: watching.signal });
  const wait = (event: Event, kind: Press['kind'], element: Element): void => {
    event.preventDefault();
    press = { kind, element };
    document.documentElement.dataset['waiting'] = '';
  };

  watch('compositionstart', () => {
    isComposing = true;
  });
  watch('compositionend', () => {
    isComposing = false;
  });
  watch('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement) left.add(target.name);
  });
  watch('submit', (event) => {
    if (event.target instanceof Element) wait(event, 'submit', event.target);
  });
  watch('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest('a, button') : null;
    if (element === null || !isPlain(event)) return;
    if (element instanceof HTMLButtonElement && element.type === 'submit') return;
    wait(event, 'click', element);
  });

  const carry = (draw: () => void): void => {
    const typed = [...root.querySelectorAll('input')].filter(({ value }) => value !== '');
    const focused =
      document.activeElement !== null && root.contains(document.activeElement)
        ? document.activeElement
        : null;
    // Nothing that vanishes now was left by the visitor.
    watching.abort();
    draw();
    finishEntrances(root);
    delete document.documentElement.dataset['waiting'];
    for (const field of typed) {
      const twin = twinOf(field, root);
      if (!(twin instanceof HTMLInputElement)) continue;
      // Past React, which would not notice what its own setter wrote.
      setValue?.call(twin, field.value);
      twin.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const name of left) {
      const twin = root.querySelector(`input[name="${CSS.escape(name)}"]`);
      if (focused === null || nameOf(focused) !== (twin && nameOf(twin)))
        twin?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
    if (focused !== null) putFocus(focused, twinOf(focused, root));
    if (press?.kind === 'click') twinOf(press.element, root)?.click();
    if (press?.kind === 'submit') root.querySelector('form')?.requestSubmit();
  };

  window.tambayHandOver = async (draw) => {
    delete window.tambayHandOver;
    // A word that is being composed would be torn apart.
    if (isComposing)
      await new Promise((resolve) => root.addEventListener('compositionend', resolve, { once: true }));
    carry(draw);
  };
};

const putFocus = (from: Element, to: HTMLElement | undefined): void => {
  to?.focus({ preventScroll: true });
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return;
  // Fields for e-mails have no selection to read.
  if (from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
};
