import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import pg from 'pg';
import { z } from '../../protocol/index.ts';

const statement = z.union([
  z.pipe(
    z.string(),
    z.transform((text) => ({ text })),
  ),
  z.object({ text: z.string() }),
]);

/**
 * A span for each statement that a request, a batch or a job sends to PostgreSQL: its text, which holds no values. The driver
 * has no hook of its own, so that its `query` is replaced.
 * @returns puts it back
 */
export const traceSql = (tracer: Tracer): (() => void) => {
  const { query } = pg.Client.prototype;
  const replace = (value: unknown): void => {
    Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
  };
  replace(function traced(this: pg.Client, ...given: unknown[]): unknown {
    const { data } = statement.safeParse(given[0]);
    // What asks by itself, as the look for due jobs, would fill the collector with traces of nothing.
    if (data === undefined || trace.getActiveSpan() === undefined) return Reflect.apply(query, this, given);
    const verb = /^\s*(\w+)/.exec(data.text)?.[1]?.toLowerCase() ?? 'statement';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': data.text };
    const span = tracer.startSpan(`sql ${verb}`, { kind: SpanKind.CLIENT, attributes });
    const end = (error: unknown): void => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    const done: unknown = given.at(-1);
    if (typeof done === 'function')
      return Reflect.apply(query, this, [
        ...given.slice(0, -1),
        (error: unknown, answer: unknown): void => {
          end(error);
          done(error, answer);
        },
      ]);
    const answer: unknown = Reflect.apply(query, this, given);
    if (answer instanceof Promise) answer.then(() => end(null), end);
    else end(null);
    return answer;
  });
  return () => replace(query);
};
