import { useEffect, useState } from 'react';
import type { Engine, LocalTables, StoreName } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { shareEqual } from './share-equal.ts';

type LocalQuery<T> = {
  /** The query's own name with its parameters: it runs again when this changes. */
  readonly name: string;
  /** Everything it reads, in one transaction: what is shown is one cut, never half of a change. */
  readonly stores: readonly StoreName[];
  /** Awaits nothing but what it reads. */
  readonly read: (db: LocalTables) => Promise<T>;
  /** How much of it is wanted: while a larger answer is read, the smaller one stays. */
  readonly extent?: number | string;
};

type Answer = { readonly name: string; readonly value: unknown };

const lastAnswers = new WeakMap<Engine, Map<string, Answer>>();

const memoryOf = (engine: Engine): Map<string, Answer> => {
  const known = lastAnswers.get(engine);
  if (known) return known;
  const made = new Map<string, Answer>();
  lastAnswers.set(engine, made);
  return made;
};

/**
 * A live query over the member's tables. What it answered last is remembered for as long as the member is signed in, so
 * that a screen one comes back to is drawn in its first frame, at its old height. Rows that did not change keep their
 * identity: a woken query draws again only what differs, and nothing when nothing does.
 */
export function useLocalQuery<T>({ name, stores, read, extent = 0 }: LocalQuery<T>): T | undefined {
  const engine = useEngine();
  const memory = memoryOf(engine);
  const [live, setLive] = useState<Answer>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says what `stores` and `read` are about.
  useEffect(() => {
    const keep = (fresh: T): void => {
      const before = memory.get(name);
      const value = shareEqual(before?.value, fresh);
      const answer = before !== undefined && before.value === value ? before : { name, value };
      memory.set(name, answer);
      setLive(answer);
    };
    const subscription = engine.db.live(stores, read).subscribe(keep, (error) => setFailure({ error }));
    return () => subscription.unsubscribe();
  }, [memory, name, extent]);
  if (failure) throw failure.error;
  // While the parameters change, the live answer is still the one for the old ones.
  const answer = live?.name === name ? live : memory.get(name);
  // Only this query writes under its name.
  return answer?.value as T | undefined;
}
