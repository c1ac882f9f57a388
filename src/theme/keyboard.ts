/**
 * How much of the page a touch keyboard covers, for browsers that lay it over the page (iOS). Chromium is told to shrink
 * the page itself by `interactive-widget=resizes-content`, and there this measures nothing.
 *
 * Values are trusted only while something editable has the focus and the page is not zoomed: iOS reports phantom ones
 * after the keyboard went down.
 */
export function keyboardInset(
  view: { height: number; offsetTop: number; scale: number },
  pageHeight: number,
  hasEditable: boolean,
): number {
  if (!hasEditable || view.scale !== 1) return 0;
  const covered = Math.round(pageHeight - view.height - view.offsetTop);
  // Less than this is a bar of the browser or of an autofill, never a keyboard.
  return covered > 80 ? covered : 0;
}

const isEditable = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches('textarea, input:not([type=checkbox], [type=radio], [type=button])'));

/** Keeps `--tb-keyboard` and `--tb-safe-end` on the root right; returns what stops it. */
export function watchKeyboard(window: Window): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { document } = window;
  const update = () => {
    const inset = keyboardInset(view, window.innerHeight, isEditable(document.activeElement));
    const { style } = document.documentElement;
    if (inset === 0) {
      style.removeProperty('--tb-keyboard');
      style.removeProperty('--tb-safe-end');
      return;
    }
    style.setProperty('--tb-keyboard', `${inset}px`);
    // The keyboard covers the home indicator: clearing it again would leave a gap.
    style.setProperty('--tb-safe-end', '0px');
  };
  view.addEventListener('resize', update);
  view.addEventListener('scroll', update);
  document.addEventListener('focusin', update);
  document.addEventListener('focusout', update);
  return () => {
    view.removeEventListener('resize', update);
    view.removeEventListener('scroll', update);
    document.removeEventListener('focusin', update);
    document.removeEventListener('focusout', update);
  };
}
