import { errorDetail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { chosenId, freeText, instant, uuid } from '../text.ts';
import { z } from '../zod.ts';
import { scopeEntry, vector } from './scope.ts';
import { mutationStatus } from './status.ts';

/** A mutation on its way: `args` are judged by the mutation's own schema, so that one bad mutation spoils no batch. */
export const pushedMutation = z.object({
  id: chosenId(),
  name: z.string().check(z.maxLength(64)),
  version: z.int().check(z.minimum(1)),
  lane: freeText(100).check(z.minLength(1)),
  /** The lane's last attempted mutation on this device: it must have a stored status first. */
  prev: z.nullable(uuid()),
  args: z.json(),
});
export type PushedMutation = z.infer<typeof pushedMutation>;

/** `POST /api/v1/sync/push`, with the acting user of the outbox in `X-Acting-User`. */
export const pushRequest = z.object({
  protocol: z.int(),
  deviceId: chosenId(),
  /**
   * The lineage in which the device stands. A late copy of a request from before a restore must not act: what the device
   * has been told since, a cancellation above all, is lost with the old database. In another lineage nothing is done, and
   * each answer is `retry`, `out_of_order`: the device pulls first.
   */
  epoch: z.optional(z.uuid()),
  mutations: z.array(pushedMutation).check(z.minLength(1), z.maxLength(LIMITS.pushBatchMax)),
});
export type PushRequest = z.infer<typeof pushRequest>;

export const pushAnswer = z.discriminatedUnion('status', [
  /** `entries`: the log entries it made in scopes of the actor, so that one's own action needs no echo. */
  z.object({ id: z.uuid(), status: z.literal('applied'), vector, entries: z.array(scopeEntry) }),
  z.object({ id: z.uuid(), status: z.literal('rejected'), error: errorDetail }),
  z.object({ id: z.uuid(), status: z.literal('cancelled') }),
  /** Nothing is stored and nothing has happened: try again. */
  z.object({
    id: z.uuid(),
    status: z.literal('retry'),
    error: errorDetail,
    retryAfterMs: z.optional(z.int()),
  }),
]);
export type PushAnswer = z.infer<typeof pushAnswer>;

/** An answer for each mutation, in the order of the request. */
export const pushResponse = z.object({ answers: z.array(pushAnswer), serverTime: instant() });
export type PushResponse = z.infer<typeof pushResponse>;

/**
 * `POST /api/v1/sync/cancel`: stores the keys of attempted mutations as cancelled, so that a late copy of the request
 * cannot act; a mutation that was faster answers with what it did.
 */
export const cancelRequest = z.object({
  ids: z.array(chosenId()).check(z.minLength(1), z.maxLength(LIMITS.pushBatchMax)),
});
export type CancelRequest = z.infer<typeof cancelRequest>;
export const cancelResponse = z.object({ statuses: z.record(z.uuid(), mutationStatus) });
export type CancelResponse = z.infer<typeof cancelResponse>;
