import { createBrowserChannel } from '../platform/broadcast.ts';
import type { Writes } from './writes.ts';

/** What somebody has written; null: it is not known what, everything may have changed. */
type Listener = (writes: Writes | null) => void;

/** Carries what transactions write to all who show it, in this tab and in the others. */
export type WriteHub = {
  tell(writes: Writes): void;
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

  const hear: Listener = (writes) => {
    for (const listener of [...listeners]) listener(writes);
  };

  return {
    tell(writes) {
      if (Object.keys(writes).length === 0) return;
      hear(writes);
      // Behind the questions that this tab asks anew.
      void Promise.resolve().then(() => channel.post({ form: FORM, writes } satisfies Told));
    },
    tellAnything: () => hear(null),
    listen(listener) {
      if (!isListening) channel.subscribe((data) => hear(isTold(data) ? data.writes : null));
      isListening = true;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      listeners.clear();
      channel.close();
    },
  };
};
