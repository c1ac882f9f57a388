import { type Tab, tabOf, tabRoots } from './tabs.ts';

/** An entry of the browser's history, as far as the router names it. */
export interface Entry {
  readonly pathname: string;
  readonly href: string;
  readonly state: { readonly __TSR_key?: string; readonly __TSR_index: number };
}

/** What the router's history calls a step. Only a new entry takes away those that stood above it. */
export type Step = 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO';

/** Steps through the existing history, or new entries. Null: as a plain link does it. */
export type TabNavigation = { readonly go: number } | { readonly push: readonly string[] } | null;

export interface TabHistory {
  /** Told of every step, and of where the member is when it begins. */
  note(entry: Entry, step: Step): void;
  /** Back to where one was in another tab. */
  toTab(tab: Tab): TabNavigation;
  /** From an inner screen to the root of its tab. */
  toRoot(): TabNavigation;
  /** The browser no longer has the entries that were noted: nothing but the one it stands at is stepped to. */
  forgetOtherEntries(): void;
}

/**
 * Where one was in each tab. A tab that is come back to is the same entry of the history again, with what is below it, as
 * long as that entry is there; a new one each time would have the back button walk through every change of tabs.
 */
export const createTabHistory = (): TabHistory => {
  // By their number in the history. What an earlier page of this window left there is not known, and not stepped to.
  const known: (Entry | undefined)[] = [];
  const last = new Map<Tab, Entry>();
  let at: Entry | null = null;

  const isThere = ({ state }: Entry): boolean =>
    known[state.__TSR_index]?.state.__TSR_key === state.__TSR_key && state.__TSR_key !== undefined;
  const stepTo = ({ state }: Entry, from: Entry): TabNavigation => ({
    go: state.__TSR_index - from.state.__TSR_index,
  });
  return {
    note(entry, step) {
      const index = entry.state.__TSR_index;
      if (step === 'PUSH') known.length = Math.min(known.length, index);
      known[index] = entry;
      last.set(tabOf(entry.pathname), entry);
      at = entry;
    },
    toTab(tab) {
      const place = last.get(tab);
      if (place === undefined || at === null) return null;
      if (isThere(place)) return stepTo(place, at);
      const root = tabRoots[tab];
      // The root below it: back leads there, and not into the tab one came from.
      return { push: place.pathname === root ? [place.href] : [root, place.href] };
    },
    toRoot() {
      if (at === null) return null;
      const tab = tabOf(at.pathname);
      if (at.pathname === tabRoots[tab]) return null;
      for (let index = at.state.__TSR_index - 1; index >= 0; index -= 1) {
        const below = known[index];
        if (below === undefined || tabOf(below.pathname) !== tab) return null;
        if (below.pathname === tabRoots[tab]) return stepTo(below, at);
      }
      return null;
    },
    forgetOtherEntries() {
      known.length = 0;
      if (at !== null) known[at.state.__TSR_index] = at;
    },
  };
};

const historyByMember = new WeakMap<object, TabHistory>();

/** For as long as the member stays signed in: the next one on this page begins anew. */
export const tabHistoryOf = (member: object): TabHistory => {
  const known = historyByMember.get(member);
  if (known) return known;
  const made = createTabHistory();
  historyByMember.set(member, made);
  return made;
};
