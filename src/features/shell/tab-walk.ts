import type { TabPlaces, Way } from './tab-places.ts';

/** What walking needs of the router's history. */
type History = {
  readonly go: (steps: number) => void;
  readonly push: (href: string) => void;
  readonly flush: () => void;
};

/** A browser takes a step within a few frames, if it takes it. */
const STEP_WITHIN_MS = 1_000;

export interface TabWalk {
  /** Follows a way. @returns whether there was one of its own, which a plain link does not know */
  follow(find: () => Way): boolean;
  /** Told of every step that the history has taken. @returns whether it was one of ours */
  arrive(): boolean;
}

/** Walks the ways between tabs and within one. */
export const createTabWalk = (history: History, places: Pick<TabPlaces, 'forgetOthers'>): TabWalk => {
  let isWalking = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const push = (hrefs: readonly string[]): void => {
    for (const href of hrefs) {
      isWalking = true;
      history.push(href);
      // By itself the router's history makes one entry of what comes in the same moment.
      history.flush();
    }
  };
  return {
    follow(find) {
      // The browser takes a moment for a step: a second tap meanwhile would be counted from where one no longer is.
      if (isWalking) return true;
      const way = find();
      if (way === null) return false;
      if ('push' in way) {
        push(way.push);
        return true;
      }
      // Already there, and about to be drawn. For the browser no step at all is a reload.
      if (way.go === 0) return true;
      isWalking = true;
      history.go(way.go);
      patience = setTimeout(() => {
        isWalking = false;
        // Browsers keep the newest fifty entries: to one that has dropped out there is no step.
        places.forgetOthers();
        const other = find();
        if (other !== null && 'push' in other) push(other.push);
      }, STEP_WITHIN_MS);
      return true;
    },
    arrive() {
      const wasWalking = isWalking;
      isWalking = false;
      clearTimeout(patience);
      return wasWalking;
    },
  };
};
