import { z } from '../../protocol/index.ts';

const at = { at: z.number() };
const vector = z.nullable(z.record(z.string(), z.optional(z.object({ epoch: z.string(), seq: z.number() }))));

/**
 * One thing that an engine saw or did. Names, numbers and ids only: nothing that anybody wrote, and no arguments.
 * `id` is the mutation's; `by` is the tab that holds its lease.
 */
export const traceStep = z.discriminatedUnion('kind', [
  z.object({ ...at, kind: z.literal('opened'), role: z.enum(['page', 'worker']), outbox: z.number() }),
  z.object({ ...at, kind: z.literal('online'), isOnline: z.boolean() }),
  z.object({ ...at, kind: z.literal('visible'), isVisible: z.boolean() }),
  /** A mutation was written here, or changed its state in a transaction of this engine; `to` null: it is gone. */
  z.object({
    ...at,
    kind: z.literal('mutation'),
    id: z.string(),
    name: z.string(),
    lane: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    attempts: z.number(),
    refusals: z.number(),
    by: z.nullable(z.string()),
    error: z.nullable(z.string()),
    vector,
  }),
  /** `lost`: no whole answer came. `portal`: an answer of somebody who is not our server. */
  z.object({
    ...at,
    kind: z.literal('request'),
    path: z.string(),
    outcome: z.enum(['ok', 'lost', 'portal', 'busy', 'refused']),
    status: z.nullable(z.number()),
    code: z.nullable(z.string()),
  }),
  z.object({ ...at, kind: z.literal('socket'), isConnected: z.boolean() }),
  z.object({ ...at, kind: z.literal('event'), scope: z.string(), prevSeq: z.number(), seq: z.number() }),
  z.object({ ...at, kind: z.literal('paused'), reason: z.nullable(z.string()) }),
  z.object({ ...at, kind: z.literal('watchdog'), rung: z.string(), ageMs: z.number() }),
  z.object({ ...at, kind: z.literal('reopened'), reason: z.string() }),
  z.object({ ...at, kind: z.literal('audit'), scope: z.string(), outcome: z.string() }),
  z.object({ ...at, kind: z.literal('fault'), name: z.string() }),
]);
export type TraceStep = z.infer<typeof traceStep>;

/** What a member can hand over: the simulator replays it (`sync/testing/replay-trace.ts`). */
export const traceFile = z.object({
  format: z.literal('tambay-trace'),
  version: z.literal(1),
  protocol: z.number(),
  exportedAt: z.number(),
  /** The tab that saw this. */
  tab: z.string(),
  role: z.enum(['page', 'worker']),
  steps: z.array(traceStep),
  /** Why each item of the outbox waits, at the time of the export. */
  items: z.array(z.object({ id: z.string(), name: z.string(), lane: z.string(), waits: z.string() })),
  cursors: z.record(z.string(), z.object({ epoch: z.string(), seq: z.number() })),
});
export type TraceFile = z.infer<typeof traceFile>;
