import type { TabHistory, TabNavigation } from './tab-history.ts';

/** What is needed of the router's history. */
type History = {
  readonly go: (steps: number) => void;
  readonly push: (href: string) => void;
  readonly flush: () => void;
};

/** A browser takes a step within a few frames, if it takes it. */
const STEP_WITHIN_MS = 1_000;

export interface TabNavigator {
  /** Navigates to what `find` answers. @returns false for null: a plain link does the rest */
  navigate(find: () => TabNavigation): boolean;
  /** Told of every step that the history has taken. @returns whether it was one of ours */
  onStep(): boolean;
}

/** Steps through the history between tabs and within one. */
export const createTabNavigator = (
  history: History,
  tabHistory: Pick<TabHistory, 'forgetOtherEntries'>,
): TabNavigator => {
  let isNavigating = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const push = (hrefs: readonly string[]): void => {
    for (const href of hrefs) {
      isNavigating = true;
      history.push(href);
      // By itself the router's history makes one entry of what comes in the same moment.
      history.flush();
    }
  };
  return {
    navigate(find) {
      // The browser takes a moment for a step: a second tap meanwhile would be counted from where one no longer is.
      if (isNavigating) return true;
      const target = find();
      if (target === null) return false;
      if ('push' in target) {
        push(target.push);
        return true;
      }
      // Already there, and about to be drawn. For the browser no step at all is a reload.
      if (target.go === 0) return true;
      isNavigating = true;
      history.go(target.go);
      timer = setTimeout(() => {
        isNavigating = false;
        // Browsers keep the newest fifty entries: to one that has dropped out there is no step.
        tabHistory.forgetOtherEntries();
        const other = find();
        if (other !== null && 'push' in other) push(other.push);
      }, STEP_WITHIN_MS);
      return true;
    },
    onStep() {
      const wasOwn = isNavigating;
      isNavigating = false;
      clearTimeout(timer);
      return wasOwn;
    },
  };
};
