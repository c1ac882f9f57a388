import { AsyncLocalStorage } from 'node:async_hooks';
import { PGlite } from '@electric-sql/pglite';
import { vi } from 'vitest';

/** First bytes of the messages of PostgreSQL's protocol that carry the text of a statement: Parse and Query. */
const PARSE = 0x50;
const QUERY = 0x51;
const TRANSACTION = /^(?:BEGIN|COMMIT|ROLLBACK)/i;

/**
 * Records every SQL statement that embedded databases get from now on, at the driver: open the database afterwards.
 * The statements that open and end transactions are left out.
 */
export const recordStatements = () => {
  const statements: string[] = [];
  const causes = new AsyncLocalStorage<string[]>();
  const note = (message: Uint8Array): void => {
    const [kind] = message;
    if (kind !== PARSE && kind !== QUERY) return;
    const [first = '', second = ''] = Buffer.from(message).subarray(5).toString().split('\0');
    const text = kind === PARSE ? second : first;
    if (TRANSACTION.test(text)) return;
    statements.push(text);
    causes.getStore()?.push(text);
  };
  const { execProtocol, execProtocolStream } = PGlite.prototype;
  vi.spyOn(PGlite.prototype, 'execProtocol').mockImplementation(function spied(
    this: PGlite,
    message,
    options,
  ) {
    note(message);
    return execProtocol.call(this, message, options);
  });
  vi.spyOn(PGlite.prototype, 'execProtocolStream').mockImplementation(function spied(
    this: PGlite,
    message,
    options,
  ) {
    note(message);
    return execProtocolStream.call(this, message, options);
  });
  return {
    /** All statements since the last call, those of background work among them. */
    take: (): string[] => statements.splice(0),
    /** The statements that `act` causes in this process: of `inject`, and not of what comes in over a connection. */
    during: async (act: () => Promise<void>): Promise<string[]> => {
      const caused: string[] = [];
      await causes.run(caused, act);
      return caused;
    },
  };
};

/** Whether a statement looks a session up by the hash of its token. */
export const isSessionLookup = (statement: string): boolean =>
  statement.includes('"sessions"."token_hash"') || statement.includes('"site_tokens"."token_hash"');
