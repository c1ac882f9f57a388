import type { AppDrawing } from './hand-over.ts';

/** For so long nobody has typed or pressed: what is drawn now is in nobody's way. */
const QUIET_MS = 400;
/** While a press waits, and the app for the screen that it is on. */
const PRESSED_LOOK_MS = 30;

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

interface FirstScreenOptions {
  /** Does at once what needs no app. @returns whether it has */
  readonly answer: (element: Element) => boolean;
  /** Whether the app has something to show that this screen has not. */
  readonly isAppWanted: () => boolean;
}

/** What a page says of itself to the script that watches it. */
export interface WatchedScreen {
  /** Whether somebody has pressed what only the app can answer. */
  readonly isPressed: () => boolean;
}

/**
 * Watches the prerendered screen until the app takes its place, which is at once when a press waits for it, and otherwise
 * when nobody types or presses. Typed words, the focus and its selection are carried over; a press waits and is made again,
 * on the app's own control.
 */
export const watchFirstScreen = (
  root: HTMLElement,
  { answer, isAppWanted }: FirstScreenOptions,
): WatchedScreen => {
  const left = new Set<string>();
  let press: Press | null = null;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let isComposing = false;
  let wake = (): void => undefined;
  const isQuiet = (): boolean => performance.now() - touchedAt > QUIET_MS;
  const somethingHappens = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, press === null ? QUIET_MS : PRESSED_LOOK_MS);
    });
  const watching = new AbortController();
  const watch = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => root.addEventListener(type, listener, { signal: watching.signal });
  const wait = (event: Event, kind: Press['kind'], element: Element): void => {
    event.preventDefault();
    press = { kind, element };
    document.documentElement.dataset['waiting'] = '';
    wake();
  };

  const touched = (): void => {
    touchedAt = performance.now();
  };
  for (const kind of ['keydown', 'input', 'pointerdown', 'click'] as const) watch(kind, touched);
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
    // A window of its own: the browser opens it.
    if (element instanceof HTMLAnchorElement && element.target !== '') return;
    if (answer(element)) return event.preventDefault();
    wait(event, 'click', element);
  });

  const carry = (app: HTMLElement): void => {
    const opened = [...root.querySelectorAll('details[open] > summary')];
    const typed = [...root.querySelectorAll('input')].filter(({ value }) => value !== '');
    const focused =
      document.activeElement !== null && root.contains(document.activeElement)
        ? document.activeElement
        : null;
    // Nothing that vanishes now was left by the visitor.
    watching.abort();
    root.replaceWith(app);
    finishEntrances(app);
    delete document.documentElement.dataset['waiting'];
    for (const field of typed) {
      const twin = twinOf(field, app);
      if (!(twin instanceof HTMLInputElement)) continue;
      // Past React, which would not notice what its own setter wrote.
      setValue?.call(twin, field.value);
      twin.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const summary of opened) twinOf(summary, app)?.closest('details')?.setAttribute('open', '');
    for (const name of left) {
      const twin = app.querySelector(`input[name="${CSS.escape(name)}"]`);
      if (focused === null || nameOf(focused) !== (twin && nameOf(twin)))
        twin?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
    if (focused !== null) putFocus(focused, twinOf(focused, app));
    if (press?.kind === 'click') twinOf(press.element, app)?.click();
    if (press?.kind === 'submit') app.querySelector('form')?.requestSubmit();
  };

  /** Lists measure themselves as they are drawn, and nothing was typed. */
  const drawInPlace = async (draw: AppDrawing['draw']): Promise<void> => {
    delete window.tambayHandOver;
    watching.abort();
    await draw(root);
    delete document.documentElement.dataset['waiting'];
    finishEntrances(root);
  };

  window.tambayHandOver = async ({ draw, isForMember, isAtAddress }) => {
    if (isForMember) return drawInPlace(draw);
    // Else the app would have to follow from the welcome to the form in the very frame of the tap.
    while (press === null && !isAppWanted()) await somethingHappens();
    const app = document.createElement('div');
    app.id = root.id;
    await draw(app);
    // A word that is being composed would be torn apart.
    while (isComposing || !isAtAddress() || (press === null && !isQuiet())) await somethingHappens();
    delete window.tambayHandOver;
    carry(app);
  };
  return { isPressed: () => press !== null };
};

const putFocus = (from: Element, to: HTMLElement | undefined): void => {
  to?.focus({ preventScroll: true });
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return;
  // Fields for e-mails have no selection to read.
  if (from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
};
