import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import * as styles from './arrow-rows.css.ts';

/** On the element of a row: a link, a button, or what holds some of them. */
export const ROW = { 'data-row': true } as const;

/** A row within a row, as one with a button beside it, is a part of that. */
const outermost = (row: HTMLElement): HTMLElement => {
  const around = row.parentElement?.closest<HTMLElement>('[data-row]');
  return around ? outermost(around) : row;
};
const rowOf = (target: EventTarget): HTMLElement | null => {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;
  return row && outermost(row);
};
const stopsIn = (row: HTMLElement): HTMLElement[] =>
  [row, ...row.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')].filter((element) =>
    element.matches('a[href], button:not(:disabled), [tabindex]'),
  );
/** Rows of words alone are no place to go to. */
const rowsIn = (area: HTMLElement): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => outermost(row) === row && stopsIn(row).length > 0,
  );
/** Keys of these are their own. */
const OWN_KEYS = 'input, textarea, select, [role=radio], [role=slider], [role=menuitem], [role=tab]';

/**
 * Rows that are one stop of Tab together (ARIA practices, roving tabindex): arrows lead from row to row, Tab from the row's
 * own controls out of the list. Whatever rows come and go, as in a virtual list, one of them is the way in.
 */
export function ArrowRows({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const rove = useRef<((to: HTMLElement) => void) | undefined>(undefined);
  useEffect(() => {
    const root = area.current;
    if (root === null) return;
    const taken = new WeakSet<HTMLElement>();
    let current: HTMLElement | undefined;
    const settle = (): void => {
      const rows = rowsIn(root);
      if (current === undefined || !rows.includes(current))
        current = rows.find((row) => row.matches('[aria-current=page]')) ?? rows[0];
      for (const row of rows) {
        for (const stop of stopsIn(row)) {
          if (row !== current && stop.tabIndex >= 0) {
            taken.add(stop);
            stop.tabIndex = -1;
          } else if (row === current && taken.has(stop)) stop.tabIndex = 0;
        }
      }
    };
    rove.current = (to) => {
      if (to === current) return;
      current = to;
      settle();
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const follow = ({ target }: FocusEvent): void => {
    const row = rowOf(target);
    if (row !== null) rove.current?.(row);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are what has the focus; the keys are theirs.
    <div
      ref={area}
      className={styles.area}
      onFocus={follow}
      onKeyDown={moveInRows}
      onKeyDownCapture={moveFromMenuButton}
    >
      {children}
    </div>
  );
}

/** A button that opens a menu would take the arrows for itself: where it is a row's way in, they lead from row to row. */
const moveFromMenuButton = (event: KeyboardEvent<HTMLElement>): void => {
  const row = rowOf(event.target);
  if (row === null || !(event.target instanceof HTMLElement)) return;
  if (event.target.matches('[aria-haspopup=menu]') && stopsIn(row)[0] === event.target) {
    moveInRows(event);
    if (event.isDefaultPrevented()) event.stopPropagation();
  }
};

const moveInRows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (step === 0 || isOther || event.isDefaultPrevented()) return;
  const row = rowOf(target);
  if (row === null || (target instanceof HTMLElement && target.matches(OWN_KEYS))) return;
  const rows = rowsIn(currentTarget);
  const next = rows[rows.indexOf(row) + step];
  if (next === undefined) return;
  event.preventDefault();
  stopsIn(next)[0]?.focus();
};
