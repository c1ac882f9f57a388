import { LIMITS } from '../limits.ts';
import { change } from '../rows/tables.ts';
import { chosenId, instant, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { cursor, cursors, scopeId } from './scope.ts';
import { mutationStatus } from './status.ts';

/**
 * `POST /api/v1/sync/pull`. The server decides the scopes; `cursors` only says where the device stands in those it holds,
 * and so also tells the server which set of scopes the device believes in.
 */
export const pullRequest = z.object({
  protocol: z.int(),
  deviceId: chosenId(),
  cursors,
  /** Mutations whose outcome the device does not know yet. */
  unfinished: z.array(uuid()).check(z.maxLength(LIMITS.unfinishedMax)),
  /** How much unsent work the device holds: after cleared storage the server can say what was lost. */
  pendingCount: z.int().check(z.minimum(0)),
  /** A scope whose checksum the device would like to compare with its own. */
  audit: z.optional(scopeId),
});
export type PullRequest = z.infer<typeof pullRequest>;

/** The messages of a chat that a snapshot carries without a hole: `fromSeq`…`toSeq`. Older ones are windows. */
export const messageCoverage = z.object({ fromSeq: z.int(), toSeq: z.int() });

export const pullScope = z.discriminatedUnion('kind', [
  /** What changed after `from`, collapsed per row. */
  z.object({
    kind: z.literal('tail'),
    scope: scopeId,
    epoch: z.uuid(),
    from: z.int(),
    to: z.int(),
    changes: z.array(change),
  }),
  /** The whole scope at `to`: what the device holds of it and is not in here is gone. */
  z.object({
    kind: z.literal('reset'),
    scope: scopeId,
    epoch: z.uuid(),
    to: z.int(),
    changes: z.array(change),
    coverage: z.optional(messageCoverage),
  }),
]);
export type PullScope = z.infer<typeof pullScope>;

/** The checksum of a scope as it stands at `seq`, of a chat from message `fromSeq` on: see `auditSum`. */
export const scopeAudit = z.extend(cursor, { scope: scopeId, fromSeq: z.nullable(z.int()), sum: z.string() });
export type ScopeAudit = z.infer<typeof scopeAudit>;

export const pullResponse = z.object({
  scopes: z.array(pullScope),
  /** Scopes the device named and may not hold: their rows vanish in the transaction that handles this. */
  removed: z.array(scopeId),
  /** Of `unfinished`, what the snapshot knows; only with `more: false`, where data and statuses are one cut. */
  statuses: z.record(z.uuid(), mutationStatus),
  more: z.boolean(),
  /** How much unsent work this device last reported before this pull; null for a new device. */
  lastPendingCount: z.nullable(z.int()),
  /** The pending count at the last pull under an earlier device id of this browser, whose storage has been cleared since. */
  evictedPendingCount: z.exactOptional(z.int()),
  /**
   * What a device of this account, with a browser and a system as this one has, last reported to be unsent, and when. Only for a
   * new device without a sign of an earlier one: it may be the same browser, after all of its data was cleared.
   */
  similarDevice: z.exactOptional(z.object({ pendingCount: z.int(), seenAt: instant() })),
  /** Only with `more: false`, from the same snapshot, for a device that speaks this very version of the protocol. */
  audit: z.optional(scopeAudit),
  serverTime: instant(),
});
export type PullResponse = z.infer<typeof pullResponse>;

/**
 * Where every scope of the caller stands: finds a lost last event, and a scope the device does not know of. `isPartial`: the
 * others are as last sent to this socket, and none is gone; of a thousand chats all of it is 110 KB.
 */
export const heads = z.object({ heads: z.record(scopeId, cursor), isPartial: z.exactOptional(z.boolean()) });
export type Heads = z.infer<typeof heads>;
