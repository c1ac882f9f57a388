import pg from 'pg';
import { z } from '../../protocol/index.ts';

const statement = z.object({ text: z.string(), name: z.optional(z.string()) });

export type Statement = { text: string; isPrepared: boolean };
export type Sent = {
  statements: Statement[];
  /** How often something was sent on a connection that had nothing else to wait for. */
  roundTrips: number;
};

const TRANSACTION = /^(begin|commit|rollback)/i;
/** What each new connection asks first (db/renew-epoch.ts). */
const FIRST = /written_for/;

/**
 * Takes down what `work` sends to PostgreSQL through any connection of this process, without what begins and ends
 * transactions: that counts as round trips.
 * @param hold says what a statement outside a transaction waits for before it is sent
 */
export const watchStatements = async (
  work: () => Promise<unknown>,
  hold: (text: string) => Promise<void> | null = () => null,
): Promise<Sent> => {
  const { query } = pg.Client.prototype;
  const replace = (value: unknown): void => {
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  };
  const sent: Sent = { statements: [], roundTrips: 0 };
  const open = new WeakMap<object, number>();
  replace(function watched(this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    const asked = typeof first === 'string' ? { text: first } : statement.safeParse(first).data;
    if (asked && !TRANSACTION.test(asked.text) && !FIRST.test(asked.text))
      sent.statements.push({ text: asked.text, isPrepared: 'name' in asked && asked.name !== undefined });
    const waiting = open.get(this) ?? 0;
    if (waiting === 0) sent.roundTrips += 1;
    open.set(this, waiting + 1);
    const ended = (): void => {
      open.set(this, (open.get(this) ?? 1) - 1);
    };
    const done: unknown = given.at(-1);
    if (typeof done === 'function') {
      const callback = (...answer: unknown[]): void => {
        ended();
        done(...answer);
      };
      const send = (): unknown => Reflect.apply(query, this, [...given.slice(0, -1), callback]);
      const held = asked ? hold(asked.text) : null;
      return held ? void held.then(send) : send();
    }
    const answer: unknown = Reflect.apply(query, this, given);
    if (answer instanceof Promise) answer.then(ended, ended);
    return answer;
  });
  try {
    await work();
  } finally {
    replace(query);
  }
  return sent;
};
