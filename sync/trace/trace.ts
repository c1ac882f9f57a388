import { errorBody, z } from '../../protocol/index.ts';
import type { Unit } from '../apply/unit.ts';
import type { Clock, Http, HttpAnswer, Socket } from '../platform/ports.ts';
import type { OutboxRow } from '../storage/rows.ts';
import type { TraceStep } from './trace-file.ts';

/** Enough to see how the last minutes went; a day of a busy tab would not fit into a report. */
const STEPS_MAX = 500;

type NewStep = TraceStep extends infer S ? (S extends TraceStep ? Omit<S, 'at'> : never) : never;

export type Trace = {
  add(step: NewStep): void;
  /** What a transaction did to the outbox. */
  addUnit(unit: Pick<Unit, 'loaded' | 'outbox'>): void;
  /** Oldest first. */
  steps(): TraceStep[];
};

const stepOf = (row: OutboxRow, from: OutboxRow | undefined, to: string | null): NewStep => ({
  kind: 'mutation',
  id: row.id,
  name: row.name,
  lane: row.lane,
  from: from?.state ?? null,
  to,
  attempts: row.attempts,
  refusals: row.refusals,
  by: row.leaseOwner,
  error: row.error?.code ?? null,
  vector: row.vector,
});

/** Keeps the last steps in memory. */
export const createTrace = (clock: Clock): Trace => {
  const kept: TraceStep[] = [];
  const add = (step: NewStep): void => {
    kept.push({ at: clock.now(), ...step });
    if (kept.length > STEPS_MAX) kept.shift();
  };
  return {
    add,
    addUnit(unit) {
      const before = new Map(unit.loaded.map((row) => [row.seq, row]));
      for (const row of unit.outbox()) {
        const was = before.get(row.seq);
        before.delete(row.seq);
        if (was?.state !== row.state || was.attempts !== row.attempts) add(stepOf(row, was, row.state));
      }
      for (const gone of before.values()) add(stepOf(gone, gone, null));
    },
    steps: () => [...kept],
  };
};

/** Only what the trace keeps: the inbox parses the rest. */
const numbers = z.object({ scope: z.string(), prevSeq: z.number(), seq: z.number() });

type Outcome = Pick<Extract<TraceStep, { kind: 'request' }>, 'outcome' | 'status' | 'code'>;

export const outcomeOf = ({ status, json }: HttpAnswer): Outcome => {
  const ours = errorBody.safeParse(json);
  const code = ours.success && ours.data.status === status ? ours.data.code : null;
  if (status >= 200 && status < 300)
    return { outcome: json === undefined ? 'portal' : 'ok', status, code: null };
  if (status === 429 || status === 503) return { outcome: 'busy', status, code };
  return { outcome: status < 400 ? 'portal' : 'refused', status, code };
};

/** Writes down what became of each request. */
export const traceHttp = (http: Http, trace: Trace): Http => ({
  async send(request) {
    const [path = ''] = request.path.split('?');
    const base = { kind: 'request', path } as const;
    try {
      const answer = await http.send(request);
      trace.add({ ...base, ...outcomeOf(answer) });
      return answer;
    } catch (error) {
      trace.add({ ...base, outcome: 'lost', status: null, code: null });
      throw error;
    }
  },
});

/** Writes down how the socket comes and goes, and which numbers it brings. */
export const traceSocket = (socket: Socket, trace: Trace): Socket => ({
  open: (auth, handlers) =>
    socket.open(auth, {
      onConnect() {
        trace.add({ kind: 'socket', isConnected: true });
        handlers.onConnect();
      },
      onDisconnect() {
        trace.add({ kind: 'socket', isConnected: false });
        handlers.onDisconnect();
      },
      onEvent(event, payload) {
        const entry = event === 'changes' ? numbers.safeParse(payload).data : undefined;
        if (entry) trace.add({ kind: 'event', ...entry });
        handlers.onEvent(event, payload);
      },
    }),
});
