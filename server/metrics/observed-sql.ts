import pg from 'pg';
import { z } from '../../protocol/index.ts';

const statement = z.union([z.string(), z.object({ text: z.string() })]);
const VERBS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);

/** What kind of statement it is: few words, whatever it says. */
const verbOf = (text: string): string => {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return VERBS.has(verb) ? verb : 'other';
};

/**
 * Tells of each statement that this process sends to PostgreSQL, once it is answered. The driver has no hook of its own, so
 * that its `query` is replaced.
 * @returns puts it back
 */
export const observeSql = (observe: (verb: string, seconds: number) => void): (() => void) => {
  const { query } = pg.Client.prototype;
  const replace = (value: unknown): void => {
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  };
  replace(function observed(this: pg.Client, ...given: unknown[]): unknown {
    const { data } = statement.safeParse(given[0]);
    if (data === undefined) return Reflect.apply(query, this, given);
    const startedAt = performance.now();
    const verb = verbOf(typeof data === 'string' ? data : data.text);
    const end = (): void => observe(verb, (performance.now() - startedAt) / 1_000);
    const done: unknown = given.at(-1);
    if (typeof done === 'function')
      return Reflect.apply(query, this, [
        ...given.slice(0, -1),
        (...answer: unknown[]): void => {
          end();
          done(...answer);
        },
      ]);
    const answer: unknown = Reflect.apply(query, this, given);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  });
  return () => replace(query);
};
