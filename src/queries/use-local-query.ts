import { liveQuery } from 'dexie';
import { useObservable } from 'dexie-react-hooks';
import type { Engine, LocalDatabase } from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { shareEqual } from './share-equal.ts';

/** The stores of a member's database, by name. */
export type LocalStore =
  | 'authorMutes'
  | 'blocks'
  | 'chats'
  | 'comments'
  | 'coverage'
  | 'drafts'
  | 'friendships'
  | 'hidden'
  | 'hiddenPosts'
  | 'likes'
  | 'invitations'
  | 'members'
  | 'memberships'
  | 'meta'
  | 'messages'
  | 'outbox'
  | 'pins'
  | 'postDrafts'
  | 'posts'
  | 'settings'
  | 'uploads'
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
  const ask = async (): Promise<Answer> => {
    // Dexie keeps a transaction alive over native awaits only when its function is itself an async one.
    const fresh = await engine.db.transaction('r', [...stores], async () => read(engine.db));
    const before = memory.get(name);
    const value = shareEqual(before?.value, fresh);
    if (before !== undefined && before.value === value) return before;
    const answer = { name, value };
    memory.set(name, answer);
    return answer;
  };
  const live = useObservable(
    () => ({
      subscribe: (observer: (answer: Answer) => void, onError?: (error: unknown) => void) =>
        liveQuery(ask).subscribe(observer, onError),
      // Without these the hook asks once more, only to see whether there is an answer at once.
      hasValue: () => memory.has(name),
      getValue: () => memory.get(name),
    }),
    [engine, name, extent],
    undefined,
  );
  // While the parameters change, the live answer is still the one for the old ones.
  const answer = live?.name === name ? live : memory.get(name);
  // Only this query writes under its name.
  return answer?.value as T | undefined;
}
