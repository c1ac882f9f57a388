import { useLiveQuery } from 'dexie-react-hooks';
import type { Engine, LocalDatabase } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';

/** The stores of a member's database, by name. */
export type LocalStore =
  | 'chats'
  | 'coverage'
  | 'drafts'
  | 'friendships'
  | 'members'
  | 'memberships'
  | 'messages'
  | 'outbox'
  | 'settings'
  | 'users';

type LocalQuery<T> = {
  /** The query's own name with its parameters: it runs again when this changes. */
  readonly name: string;
  /** Everything it reads, in one transaction: what is shown is one cut, never half of a change. */
  readonly stores: readonly LocalStore[];
  /**
   * Awaits Dexie's own promises; an async helper that reads comes last. A read after such a helper that had nothing to ask
   * ended in a PrematureCommitError at about one cold start in twenty (measured).
   */
  readonly read: (db: LocalDatabase) => Promise<T>;
  /** How much of it is wanted: while a larger answer is read, the smaller one stays. */
  readonly extent?: number;
};

const lastResults = new WeakMap<Engine, Map<string, unknown>>();

const memoryOf = (engine: Engine): Map<string, unknown> => {
  const known = lastResults.get(engine);
  if (known) return known;
  const made = new Map<string, unknown>();
  lastResults.set(engine, made);
  return made;
};

/**
 * A live query over the member's tables. What it answered last is remembered for as long as the member is signed in, so
 * that a screen one comes back to is drawn in its first frame, at its old height.
 */
export function useLocalQuery<T>({ name, stores, read, extent = 0 }: LocalQuery<T>): T | undefined {
  const engine = useEngine();
  const memory = memoryOf(engine);
  const live = useLiveQuery(
    async () => {
      // Dexie keeps a transaction alive over native awaits only when its function is itself an async one.
      const value = await engine.db.transaction('r', [...stores], async () => read(engine.db));
      memory.set(name, value);
      return { name, value };
    },
    [engine, name, extent],
    undefined,
  );
  // While the parameters change, the live answer is still the one for the old ones.
  if (live?.name === name) return live.value;
  // Only this query writes under its name.
  return memory.get(name) as T | undefined;
}
