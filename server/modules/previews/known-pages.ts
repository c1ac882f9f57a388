import type { Reencoded } from '../files/re-encode.ts';
import type { PageFacts } from './read-page.ts';

/** What a page says, and its picture as it was drawn; null where there is no preview of it. */
export type KnownPage = (Omit<PageFacts, 'picture'> & { picture: Reencoded | null }) | null;

type Entry = { page: Promise<KnownPage>; until: number };

const KNOWN_MS = 10 * 60_000;
/** Their pictures are some ten kilobytes each. */
const KNOWN_MAX = 300;

export type KnownPages = {
  /** What is known of an address; `look` is asked when it is nothing. */
  find: (address: string, look: () => Promise<KnownPage>) => Promise<KnownPage>;
};

/**
 * Pages that this process has looked at within the last minutes: a link that goes around is asked for once, and a page that
 * is being looked at is waited for. A look that fails is forgotten.
 */
export const createKnownPages = (nowMs: () => number = () => performance.now()): KnownPages => {
  const entries = new Map<string, Entry>();
  return {
    find: (address, look) => {
      const known = entries.get(address);
      if (known && known.until > nowMs()) return known.page;
      const entry: Entry = { page: look(), until: nowMs() + KNOWN_MS };
      entries.delete(address);
      entries.set(address, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= KNOWN_MAX) break;
        entries.delete(oldest);
      }
      entry.page.catch(() => {
        if (entries.get(address) === entry) entries.delete(address);
      });
      return entry.page;
    },
  };
};
