import { useLiveQuery } from 'dexie-react-hooks';
import type { LocalDatabase, LocalTables, StoreName } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { shareEqual } from './share-equal.ts';

type LocalQuery<T> = {
  /** The query's own name with its parameters: it runs again when this changes. */
  readonly name: string;
  /** Everything it reads, in one transaction: what is shown is one snapshot, never half of a change. */
  readonly stores: readonly StoreName[];
  /** Awaits nothing but what it reads. */
  readonly read: (db: LocalTables) => Promise<T>;
  /** How much of it is wanted, or as of when: while another answer is read, the one before stays. */
  readonly extent?: number | string;
};

type Answer = { readonly name: string; readonly value: unknown };

const lastAnswers = new WeakMap<LocalDatabase, Map<string, Answer>>();

const memoryOf = (db: LocalDatabase): Map<string, Answer> => {
  const known = lastAnswers.get(db);
  if (known) return known;
  const made = new Map<string, Answer>();
  lastAnswers.set(db, made);
  return made;
};

/** Answers again with the same object where nothing differs from before. */
const remember = <T>(memory: Map<string, Answer>, name: string, fresh: T): Answer => {
  const before = memory.get(name);
  const value = shareEqual(before?.value, fresh);
  const answer = before !== undefined && before.value === value ? before : { name, value };
  memory.set(name, answer);
  return answer;
};

/**
 * A live query over the member's tables. What it answered last is remembered for as long as the member is signed in, so
 * that a screen one comes back to is drawn in its first frame, at its old height. Rows that did not change keep their
 * identity: a query that ran again draws again only what differs, and nothing when nothing does.
 */
export function useLocalQuery<T>({ name, stores, read, extent = 0 }: LocalQuery<T>): T | undefined {
  const { db } = useEngine();
  const memory = memoryOf(db);
  const live = useLiveQuery(
    async () => remember(memory, name, await db.read(stores, read)),
    // The name says what `stores` and `read` are about.
    [memory, name, extent],
  );
  // While the parameters change, the live answer is still the one for the old ones.
  const answer = live?.name === name ? live : memory.get(name);
  // Only this query writes under its name.
  return answer?.value as T | undefined;
}
