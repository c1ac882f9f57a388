import { pushKeyResponse, pushRegistered, pushSubscriptionBody } from '../protocol/index.ts';
import { apiBase, askServer } from './member-engine.ts';
import { worker } from './scope.ts';
import { readSession } from './session.ts';

/** The DOM types know neither the event nor that a browser may bring the new subscription along. */
export type SubscriptionChange = ExtendableEvent & {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
};

const PATH = '/notifications/push';

const readKey = async (): Promise<string | null> =>
  (await askServer(pushKeyResponse, 'GET', `${PATH}/key`))?.publicKey ?? null;

/**
 * The browser has ended the subscription or given it another address, perhaps while no page is open: nothing would arrive
 * until the next start. Without a network that start repairs it, and it removes subscriptions that were not asked for here.
 */
export const onSubscriptionChange = async ({
  newSubscription,
  oldSubscription,
}: SubscriptionChange): Promise<void> => {
  const session = await readSession();
  if (!session?.isPushWanted || apiBase === null || session.isLabOn) return;
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? (await readKey()),
    }));
  const body = pushSubscriptionBody.parse(subscription.toJSON());
  await askServer(pushRegistered, 'POST', `${PATH}/register`, body);
};
