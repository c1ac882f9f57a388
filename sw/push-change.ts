import { pushKeyResponse, pushSubscriptionBody } from '../protocol/index.ts';
import { apiBase, askServer } from './member-engine.ts';
import { worker } from './scope.ts';
import { readSession } from './session.ts';

/** The DOM types know neither the event nor that a browser may bring the new subscription along. */
export type SubscriptionChange = ExtendableEvent & {
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
};

const PATH = '/notifications/push';

const readKey = async (base: string): Promise<string> => {
  const answer = await fetch(`${base}/api/v1${PATH}/key`);
  return pushKeyResponse.parse(await answer.json()).data.publicKey;
};

/**
 * The browser has ended the subscription or given it another address, perhaps while no page is open: nothing would arrive
 * until the next start (decisions.md §10). Without a network that start mends it, and it ends what nobody here has asked for.
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
      applicationServerKey: oldSubscription?.options.applicationServerKey ?? (await readKey(apiBase)),
    }));
  await askServer('POST', `${PATH}/register`, pushSubscriptionBody.parse(subscription.toJSON()));
};
