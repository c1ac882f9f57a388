/**
 * An entry of the history that shows the screen of the entry below it once more, so that a step back can be answered before it
 * leaves the screen. What it is stands in `history.state`, where a reload finds it.
 */

/** Beside what the router writes there. `twin`: nothing was done with it yet. `taken`: another screen was put in its place. */
interface EntryState {
  readonly __TSR_index?: number;
  readonly tambayTwin?: 'twin' | 'taken';
}

const readState = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});

// Past the router, which has put its own functions over these.
const native = {
  push: (state: unknown, url?: string | URL | null): void =>
    History.prototype.pushState.call(history, state, '', url),
  replace: (state: unknown, url?: string | URL | null): void =>
    History.prototype.replaceState.call(history, state, '', url),
  go: (steps: number): void => History.prototype.go.call(history, steps),
};

/** What `history.state` said before the step that a `popstate` tells of. */
let at: EntryState = {};
/** The router's numbers of entries whose twin shows another screen by now. */
const taken = new Set<number>();
/** A step that leads back to where one stood. */
let isReturning = false;

/** Whether the entry below shows the same screen. */
export const isOnTwin = (): boolean => at.tambayTwin === 'twin';

/** Puts the same screen once more on top of it. To the router little has changed: its own marks are the same. */
export const pushTwin = (): void => {
  if (isOnTwin()) return;
  at = { ...readState(history.state), tambayTwin: 'twin' };
  native.push(at, location.href);
};

/**
 * Keeps twins out of sight, from before the router is made: what follows a twin takes its place, and a step back from it passes
 * the entry below, too.
 * @param onStepOff asked at such a step of the browser's button. @returns true keeps the screen
 */
export const hideTwins = (onStepOff: () => boolean): void => {
  at = readState(history.state);
  history.pushState = (state, _unused, url) => {
    if (isOnTwin()) native.replace(state, url);
    else native.push(state, url);
    at = readState(state);
    // What stood above is gone.
    for (const index of taken) if (index >= (at.__TSR_index ?? 0)) taken.delete(index);
  };
  history.replaceState = (state, _unused, url) => {
    // Meant for the entry below, too, which is not shown again.
    const isAbove = at.tambayTwin !== undefined;
    at = isAbove ? { ...readState(state), tambayTwin: 'taken' } : readState(state);
    native.replace(isAbove ? at : state, url);
    if (isAbove && at.__TSR_index !== undefined) taken.add(at.__TSR_index);
  };
  history.go = (steps = 0) => native.go(steps < 0 && at.tambayTwin !== undefined ? steps - 1 : steps);
  history.back = () => history.go(-1);
  // Before the listener of the router.
  addEventListener(
    'popstate',
    (event) => {
      const from = at;
      at = readState(history.state);
      const [before = 0, now = 0] = [from.__TSR_index, at.__TSR_index];
      if (isReturning) {
        isReturning = false;
        return event.stopImmediatePropagation();
      }
      // The router gives both the same number.
      if (from.tambayTwin !== undefined && at.tambayTwin !== 'twin' && before === now) {
        event.stopImmediatePropagation();
        if (!onStepOff()) native.go(-1);
        else if (from.tambayTwin === 'twin') pushTwin();
        else {
          isReturning = true;
          native.go(1);
        }
      } else if (at.tambayTwin === undefined && taken.has(now) && before !== now) {
        // A step of several entries, or one forward: the screen that was replaced is passed.
        event.stopImmediatePropagation();
        native.go(before < now ? 1 : -1);
      }
    },
    { capture: true },
  );
};
