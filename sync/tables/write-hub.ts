import { afterScreen } from '../platform/after-screen.ts';
import { createBrowserChannel } from '../platform/broadcast.ts';
import type { RowChange, WriteLog, Writes } from './writes.ts';

/**
 * What somebody has written; null: it is not known what, everything may have changed. And the rows themselves, where they
 * were written in this tab.
 */
type Listener = (writes: Writes | null, changes: readonly RowChange[] | null) => void;

/** Carries what transactions write to all who show it, in this tab and in the others. */
export type WriteHub = {
  tell(log: WriteLog): void;
  /** Nothing was heard for a while. */
  tellAnything(): void;
  listen(listener: Listener): () => void;
  close(): void;
};

/** The form of what crosses tabs: another release may tell it in another way. */
const FORM = 'writes-1';
type Told = { readonly form: typeof FORM; readonly writes: Writes };

const isTold = (data: unknown): data is Told =>
  typeof data === 'object' && data !== null && 'form' in data && data.form === FORM;

/** One for each open database: two of one page hear each other as two tabs do. */
export const createWriteHub = (name: string): WriteHub => {
  const listeners = new Set<Listener>();
  const channel = createBrowserChannel(`tables:${name}`);
  let isListening = false;
  let untold: Writes[] = [];

  const tellOthers = (): void => {
    const told = untold;
    untold = [];
    for (const writes of told) channel.post({ form: FORM, writes } satisfies Told);
  };
  const hear: Listener = (writes, changes) => {
    for (const listener of [...listeners]) listener(writes, changes);
  };

  return {
    tell({ writes, changes }) {
      if (Object.keys(writes).length === 0) return;
      hear(writes, changes());
      untold.push(writes);
      if (untold.length === 1) afterScreen(tellOthers);
    },
    tellAnything: () => hear(null, null),
    listen(listener) {
      if (!isListening) channel.subscribe((data) => hear(isTold(data) ? data.writes : null, null));
      isListening = true;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      tellOthers();
      listeners.clear();
      channel.close();
    },
  };
};
