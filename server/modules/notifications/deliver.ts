import { createHash } from 'node:crypto';
import webpush from 'web-push';
import type { PushPayload } from '../../../protocol/index.ts';
import type { Database } from '../../db/database.ts';
import type { JobSender } from '../../jobs/job.ts';
import { UnsafeAddress } from '../../outbound/public-address.ts';
import type { Clock } from '../sync/context.ts';
import { composePush, type PushTopic } from './compose.ts';
import { retryPush } from './notify.ts';
import { type PushPorts, postPush } from './push-endpoint.ts';
import { noteWhereItLeads } from './seen.ts';
import { dropSubscription, livingSubscription, noteArrival, noteFailure } from './subscriptions.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type PushServices = {
  db: Database;
  clock: Clock;
  push: {
    keys: VapidKeys;
    /** Whom a push service may write to (RFC 8292 §2.1): `mailto:` or `https:`. */
    subject: string;
    ports: PushPorts;
  };
};

const DAY_SECONDS = 24 * 60 * 60;
/** Over for good (RFC 8030 §7.3). */
const GONE = new Set([404, 410]);
/** A push service that took it not, whatever the reason: the job is run again, later each time. */
class PushRefused extends Error {
  override name = 'PushRefused';
}

/**
 * What `retryPushJob` does, and `deliverPushJob` once: composes, encrypts (RFC 8291), signs (RFC 8292) and posts one push.
 * @throws when the push service did not take it, which is noted
 */
export const deliverPush = async (
  { db, clock, push }: PushServices,
  { subscriptionId, userId, topic }: { subscriptionId: string; userId: string; topic: PushTopic },
  signal: AbortSignal,
): Promise<void> => {
  const subscription = await livingSubscription(db, subscriptionId, clock.now());
  // Gone, or another member signed in at that browser meanwhile.
  if (!subscription || subscription.userId !== userId) return;
  const { endpoint, p256dh, auth } = subscription;
  if (endpoint === null || p256dh === null) return;
  const payload = await composePush(db, userId, topic, clock.now());
  if (payload === null) return;
  await noteWhereItLeads(db, userId, payload);
  let details: webpush.RequestDetails;
  try {
    details = webpush.generateRequestDetails(
      { endpoint, keys: { auth, p256dh } },
      JSON.stringify({ ...payload, ts: clock.now().toISOString() } satisfies PushPayload),
      {
        vapidDetails: { subject: push.subject, ...push.keys },
        TTL: DAY_SECONDS,
        // High urgency wakes an idle phone: for what is said to one person alone.
        urgency: payload.key === 'message' ? 'high' : 'normal',
        topic: createHash('sha256').update(payload.tag).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    );
  } catch {
    // Keys that are none: nothing can ever be sent there.
    await dropSubscription(db, subscriptionId);
    return;
  }
  const { headers, body } = details;
  let status: number;
  try {
    const message = { endpoint, headers: Object(headers), body: body ?? Buffer.alloc(0) };
    status = await postPush(push.ports, message, signal);
  } catch (error) {
    if (error instanceof UnsafeAddress) return dropSubscription(db, subscriptionId);
    // A process that stops says nothing of the other side.
    if (!signal.aborted) await noteFailure(db, subscription, clock.now());
    throw error;
  }
  if (GONE.has(status)) return dropSubscription(db, subscriptionId);
  if (status >= 200 && status < 300) return noteArrival(db, subscription);
  await noteFailure(db, subscription, clock.now());
  throw new PushRefused(`The push service answered ${status}`);
};

/** What `deliverPushJob` does: a push that is not taken at once is tried again apart from the others. */
export const deliverFirst = (
  services: PushServices & { jobs: JobSender },
  push: Parameters<typeof deliverPush>[1],
  signal: AbortSignal,
): Promise<void> =>
  deliverPush(services, push, signal).catch((error: unknown) => {
    // A process that stops has not asked to the end.
    if (signal.aborted) throw error;
    return retryPush(services, push);
  });
