import type { Engine } from '../../../sync/index.ts';

type Entry = { url: Promise<string | null>; users: number };

/** Object addresses of files whose bytes are on this device, shared by all who show them and let go after the last one. */
const entriesByEngine = new WeakMap<Engine, Map<string, Entry>>();

const entriesOf = (engine: Engine): Map<string, Entry> => {
  const known = entriesByEngine.get(engine);
  if (known) return known;
  const made = new Map<string, Entry>();
  entriesByEngine.set(engine, made);
  return made;
};

/** @returns the address, null when the bytes are gone, and what to call when it is no longer shown */
export const openLocalUrl = (
  engine: Engine,
  id: string,
): { url: Promise<string | null>; close: () => void } => {
  const entries = entriesOf(engine);
  const entry = entries.get(id) ?? {
    users: 0,
    url: engine.files.read(id).then((bytes) => (bytes === null ? null : URL.createObjectURL(bytes))),
  };
  entry.users += 1;
  entries.set(id, entry);
  return {
    url: entry.url,
    close() {
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(id);
      void entry.url.then((url) => url !== null && URL.revokeObjectURL(url));
    },
  };
};
