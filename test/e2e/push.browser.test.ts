import { type BrowserContext, expect, type Page } from '@playwright/test';
import { friendshipId, pushKeyResponse } from '../../protocol/index.ts';
import { vapidClaims } from '../../server/testing/push-service.ts';
import {
  befriend,
  callAs,
  endSession,
  history,
  type Person,
  registerPerson,
  request,
  say,
} from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import {
  createPusher,
  openPushStage,
  openTold,
  type PushStage,
  readShown,
  tap,
} from '../support/browser-push.ts';
import {
  arriveSignedIn,
  conversation,
  message,
  openChat,
  signIn,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

type Subscription = ReturnType<PushStage['service']['subscribe']>;
/** The browser's part, which needs its maker's service: it holds one subscription at a time, of these one after the other. */
const holdSubscriptions = (
  context: BrowserContext,
  subscriptions: readonly Subscription[],
): Promise<unknown> =>
  context.addInitScript(
    (made) => {
      const held = (): PushSubscription | null => {
        const at = sessionStorage.getItem('test.held');
        if (at === null) return null;
        const toJSON = (): PushSubscriptionJSON => made[Number(at)] ?? {};
        const unsubscribe = async (): Promise<boolean> => {
          sessionStorage.removeItem('test.held');
          return true;
        };
        return { toJSON, unsubscribe } as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => held();
      PushManager.prototype.subscribe = async () => {
        const next = Number(sessionStorage.getItem('test.made') ?? -1) + (held() === null ? 1 : 0);
        sessionStorage.setItem('test.made', String(next));
        sessionStorage.setItem('test.held', String(next));
        const subscription = held();
        if (subscription === null) throw new Error('None');
        return subscription;
      };
      Notification.requestPermission = async () => 'granted';
    },
    subscriptions.map(({ endpoint, keys, expirationTime }) => ({ endpoint, keys, expirationTime })),
  );

/**
 * The browser ends the subscription. The one it makes when it is asked for another is the test's, and so is what the old one knew.
 * @returns when the worker has done what it does about that
 */
const endSubscription = async ({
  made,
  old,
}: {
  made: PushSubscriptionJSON;
  old: string | null;
}): Promise<void> => {
  const scope = globalThis as unknown as EventTarget & {
    ExtendableEvent: typeof Event;
    askedFor?: PushSubscriptionOptionsInit | undefined;
  };
  PushManager.prototype.subscribe = async (options) => {
    scope.askedFor = options;
    return { toJSON: () => made } as PushSubscription;
  };
  const event = new scope.ExtendableEvent('pushsubscriptionchange');
  const oldSubscription = old === null ? null : { options: { applicationServerKey: old } };
  Object.defineProperty(event, 'oldSubscription', { value: oldSubscription });
  let work: unknown;
  Object.defineProperty(event, 'waitUntil', {
    value: (promise: unknown) => {
      work = promise;
    },
  });
  scope.dispatchEvent(event);
  await work;
};

test.describe('push', () => {
  let stage: PushStage;
  let app: PushStage['app'];
  let proxy: PushStage['proxy'];
  let service: PushStage['service'];
  let ana: Person;
  let ben: Person;
  test.beforeAll(async () => {
    stage = await openPushStage();
    ({ app, proxy, service } = stage);
    ana = await registerPerson(app.origin, 'Ana', 'Santos');
    ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
  });
  test.afterAll(async () => {
    await stage?.dispose();
  });

  test('is encrypted for the browser alone, shown by the real worker, and its tap opens the chat with the message, without a network', async ({
    browser,
  }) => {
    const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);

    // The subscription is the test's, with keys of its own: no push service of a browser's maker can be reached here.
    const { path, ...subscription } = service.subscribe();
    const registered = await fetch(`${app.origin}/api/v1/notifications/push/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ben.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    });
    expect(registered.status).toBe(201);

    proxy.setDown(true);
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
    await say(app.origin, ana, ben, 'Nasa bus na ako');
    await expect.poll(() => service.arrived.some((one) => one.path === path)).toBe(true);
    const arrived = service.arrived.find((one) => one.path === path);
    if (!arrived) throw new Error('No push');
    expect(vapidClaims(arrived.headers.authorization)).toMatchObject({
      aud: 'https://push.example',
      isSigned: true,
    });
    expect(arrived.payload).toMatchObject({ type: 'message', text: 'Nasa bus na ako', seq: 1 });

    await push(JSON.stringify(arrived.payload));
    await expect
      .poll(() => readShown(page))
      .toEqual([
        {
          title: 'Ana Santos',
          body: 'Nasa bus na ako',
          tag: `chat:${arrived.payload.chatId}`,
          actions: ['reply', 'seen'],
        },
      ]);
    // Its pictures, too, are drawn without a network.
    const pictures = await page.evaluate(async () => {
      const [shown]: (Notification & { badge?: string })[] = await (
        await navigator.serviceWorker.ready
      ).getNotifications();
      const held = [shown?.icon ?? '', shown?.badge ?? ''].map((url) =>
        caches.match(url, { ignoreSearch: true }),
      );
      return (await Promise.all(held)).map((answer) => answer?.ok);
    });
    expect(pictures).toEqual([true, true]);
    await tap(worker);
    await expect(page).toHaveURL(/\/chats\//);
    await expect(message(page, 'Nasa bus na ako')).toBeVisible();

    // The server's own row takes its place: still one message, and read from here on.
    proxy.setDown(false);
    await write(page, 'Sige, hintay lang');
    await expect.poll(async () => (await history(app.origin, ana, ben)).length).toBe(2);
    await expect(conversation(page).getByText('Nasa bus na ako', { exact: true })).toHaveCount(1);

    // A second one of the same chat, answered in the notification itself, and one that is only marked as seen.
    await page.goto(`${proxy.origin}/profile/friends`);
    const payload = async (text: string) => {
      service.arrived.length = 0;
      await say(app.origin, ana, ben, text);
      await expect
        .poll(() => service.arrived.find((one) => one.payload.text === text)?.payload.text)
        .toBe(text);
      return JSON.stringify(service.arrived.find((one) => one.payload.text === text)?.payload);
    };
    await push(await payload('Saan ka na?'));
    await expect.poll(async () => (await readShown(page)).map(({ body }) => body)).toEqual(['Saan ka na?']);
    await tap(worker, 'reply', 'Sa kanto na');
    await expect
      .poll(async () => (await history(app.origin, ana, ben)).map(({ content }) => content).at(-1))
      .toBe('Sa kanto na');
    expect(await readShown(page)).toEqual([]);
    await push(await payload('Kita kita!'));
    await expect.poll(async () => (await readShown(page)).length).toBe(1);
    await worker.evaluate(() => {
      const badged: number[] = [];
      Object.assign(globalThis, { badged });
      Object.assign(navigator, { clearAppBadge: async () => void badged.push(0) });
    });
    await tap(worker, 'seen');
    await expect(page.getByRole('link', { name: /Chats/ })).not.toContainText('1');
    // On the icon, too, with no page to say so.
    await expect
      .poll(() => worker.evaluate(() => (globalThis as unknown as { badged: number[] }).badged.at(-1)))
      .toBe(0);
    expect(await readShown(page)).toEqual([]);

    // Read here, in the open chat: what is still shown of it goes away by itself.
    await push(await payload('Huli na ito'));
    await expect.poll(async () => (await readShown(page)).length).toBe(1);
    await page.goto(`${proxy.origin}/profile/messages`);
    await openChat(page, 'Ana Santos');
    await expect(message(page, 'Huli na ito')).toBeVisible();
    await page.bringToFront();
    await expect.poll(() => readShown(page)).toEqual([]);
    await context.close();
  });

  test('about what is no message goes away with its screen, and on the other device when that has been seen or is gone', async ({
    browser,
  }) => {
    const [cora, dina] = [
      await registerPerson(app.origin, 'Cora', 'Reyes'),
      await registerPerson(app.origin, 'Dina', 'Uy'),
    ];
    const postId = await postAs(app.origin, cora, 'Sino ang sasama?', { privacy: 'PUBLIC' });
    const comment = (content: string) =>
      callAs(app.origin, dina, 'POST', `/posts/${postId}/comments`, undefined, { content });
    const { path, ...subscription } = service.subscribe();
    await callAs(app.origin, cora, 'POST', '/notifications/push/register', undefined, subscription);
    const told = async (type: string) => {
      const found = () => service.arrived.find((one) => one.path === path && one.payload.type === type);
      await expect.poll(() => found() !== undefined).toBe(true);
      const payload = JSON.stringify(found()?.payload);
      service.arrived.length = 0;
      return payload;
    };
    const phone = await openTold(browser, app.origin, cora);
    const laptop = await openTold(browser, app.origin, cora);
    const bodies = async ({ page }: { page: Page }) =>
      new Set((await readShown(page)).map(({ body }) => body));

    await comment('Ako!');
    const commented = await told('comment');
    await request(app.origin, dina, cora);
    const requested = await told('friendRequest');
    for (const device of [phone, laptop])
      for (const payload of [commented, requested]) await device.push(payload);
    const all = new Set(['Commented on your post: Ako!', 'Wants to be friends']);
    for (const device of [phone, laptop]) await expect.poll(() => bodies(device)).toEqual(all);

    // Looked at on the laptop: gone there at once, and on the phone with the next look at it.
    await laptop.page.bringToFront();
    await laptop.page.goto(`${app.origin}/posts/${postId}`);
    await expect.poll(() => bodies(laptop)).toEqual(new Set(['Wants to be friends']));
    await expect(async () => {
      await phone.page.evaluate(() => window.dispatchEvent(new Event('focus')));
      expect(await bodies(phone)).toEqual(new Set(['Wants to be friends']));
    }).toPass();

    // What comes while somebody sits before the post is seen, too: she leaves it.
    await laptop.page.goto(`${app.origin}/profile/friends`);
    await expect(laptop.page.getByRole('heading', { name: 'Friends' }).first()).toBeVisible();

    // Taken back: nobody has seen it, and there is nothing to see. The next push finds that out, without a page.
    await callAs(app.origin, dina, 'PATCH', `/users/friends/${friendshipId(dina.id, cora.id)}/cancel`);
    await comment('Saan ba?');
    await phone.push(await told('comment'));
    await expect.poll(() => bodies(phone)).toEqual(new Set(['Commented on your post: Saan ba?']));
    for (const { context } of [phone, laptop]) await context.close();
  });

  test('comes back by itself: what the browser drops or moves is made anew, until it is switched off here', async ({
    browser,
  }) => {
    const context = await browser.newContext();
    await context.grantPermissions(['notifications'], { origin: app.origin });
    const [first, second, third] = [service.subscribe(), service.subscribe(), service.subscribe()];
    await holdSubscriptions(context, [first, second]);
    const [fourth, fifth, sixth] = [service.subscribe(), service.subscribe(), service.subscribe()];
    const page = await context.newPage();
    await arriveSignedIn(page, app.origin, ana, '/profile/settings/notifications');
    await waitForShell(page);
    const reaches = async ({ path }: { path: string }, text: string) => {
      // A server that learns late of the subscription pushes the next message there.
      await expect(async () => {
        await say(app.origin, ben, ana, text);
        const hasArrived = () => service.arrived.some((one) => one.path === path);
        await expect.poll(hasArrived, { timeout: 12_000 }).toBe(true);
      }).toPass();
    };
    const toggle = page.getByRole('switch', { name: 'Notify me on this device' });
    // The browser has subscribed, and the server has not learned of it.
    await page.route('**/push/register', (route) => route.abort());
    await toggle.click();
    await expect(page.getByText('That did not work')).toBeVisible();
    for (const path of ['/profile', '/profile/settings/notifications']) {
      await page.evaluate((to) => window.history.pushState(null, '', to), path);
      await expect(toggle).toHaveCount(path === '/profile' ? 0 : 1);
    }
    await expect(toggle).toBeEnabled();
    await expect(toggle).not.toBeChecked();
    await page.unroute('**/push/register');
    await toggle.click();
    await expect(toggle).toBeChecked();
    await reaches(first, 'Una');

    // Dropped without a word.
    await page.evaluate(() => sessionStorage.removeItem('test.held'));
    await page.reload();
    await expect(toggle).toBeVisible();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test.held'))).toBe('1');
    await reaches(second, 'Pangalawa');

    // Moved while no page looks: the worker tells the server.
    await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('No worker');
    await worker.evaluate(
      (moved) => {
        const scope = globalThis as unknown as EventTarget & { ExtendableEvent: typeof Event };
        const event = new scope.ExtendableEvent('pushsubscriptionchange');
        Object.defineProperty(event, 'newSubscription', { value: { toJSON: () => moved } });
        scope.dispatchEvent(event);
      },
      { endpoint: third.endpoint, keys: third.keys, expirationTime: null },
    );
    await reaches(third, 'Pangatlo');

    // Ended while no page looks, and the browser brings nothing instead: the worker asks for another one, with the key of
    // the old one, and with the server's where nothing is left of that either.
    const { data } = pushKeyResponse.parse(
      await (await fetch(`${app.origin}/api/v1/notifications/push/key`)).json(),
    );
    for (const [next, old, key, text] of [
      [fourth, 'the old key', 'the old key', 'Pang-apat'],
      [fifth, null, data.publicKey, 'Panlima'],
    ] as const) {
      const made = { endpoint: next.endpoint, keys: next.keys, expirationTime: null };
      await worker.evaluate(endSubscription, { made, old });
      await reaches(next, text);
      expect(await worker.evaluate(() => (globalThis as { askedFor?: unknown }).askedFor)).toEqual({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    }

    await page.reload();
    await expect(toggle).toBeChecked();
    await toggle.click();
    await expect(toggle).not.toBeChecked();
    await page.reload();
    await expect(toggle).toBeVisible();
    await waitForShell(page);
    expect(await page.evaluate(() => sessionStorage.getItem('test.held'))).toBeNull();

    // The browser's word that it has ended may come late: nobody has asked for another one.
    await worker.evaluate(() => {
      delete (globalThis as { askedFor?: unknown }).askedFor;
    });
    const made = { endpoint: sixth.endpoint, keys: sixth.keys, expirationTime: null };
    await worker.evaluate(endSubscription, { made, old: 'the old key' });
    expect(await worker.evaluate(() => (globalThis as { askedFor?: unknown }).askedFor)).toBeUndefined();
    await context.close();
  });

  test('[T08] goes to who asked for it alone: not to the next member, again to its own, and to nobody after a sign-out without a network', async ({
    browser,
  }) => {
    const [eva, fay] = [
      await registerPerson(app.origin, 'Eva', 'Lim'),
      await registerPerson(app.origin, 'Fay', 'Sy'),
    ];
    for (const one of [eva, fay]) await befriend(app.origin, ana, one);
    const context = await browser.newContext();
    await context.grantPermissions(['notifications'], { origin: app.origin });
    const [first, second] = [service.subscribe(), service.subscribe()];
    await holdSubscriptions(context, [first, second]);
    const page = await context.newPage();
    const held = () => page.evaluate(() => sessionStorage.getItem('test.held'));
    const texts = () => service.arrived.map(({ payload }) => payload.text);
    await arriveSignedIn(page, app.origin, eva, '/profile/settings/notifications');
    await waitForShell(page);
    const toggle = page.getByRole('switch', { name: 'Notify me on this device' });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await say(app.origin, ana, eva, 'Para kay Eva');
    await expect.poll(texts).toContain('Para kay Eva');

    // Her session dies, and somebody else comes in who was never asked.
    await endSession(app.origin, eva);
    await page.reload();
    await expect(page.getByText('You were signed out')).toBeVisible();
    await signIn(page, app.origin, fay);
    await expect.poll(held).toBeNull();
    await page.goto(`${app.origin}/profile/settings/notifications`);
    await expect(toggle).not.toBeChecked();
    // Neither when the browser moves what Eva has asked for.
    await waitForShell(page);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('No worker');
    const { path: _path, ...made } = service.subscribe();
    await worker.evaluate(endSubscription, { made, old: 'the old key' });
    expect(await worker.evaluate(() => (globalThis as { askedFor?: unknown }).askedFor)).toBeUndefined();

    // Back again, she is told again.
    const signOut = async () => {
      await page.getByRole('link', { name: /^Me\b/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    };
    await signOut();
    // She comes back to where her session had ended.
    await signIn(page, app.origin, eva, '/profile/settings/notifications');
    await expect.poll(held).toBe('1');
    // The server learns of it a moment after the browser.
    await expect(async () => {
      await say(app.origin, ana, eva, 'Nandito ka na ulit');
      await expect.poll(texts, { timeout: 12_000 }).toContain('Nandito ka na ulit');
    }).toPass();

    // The browser's own part is ended in the tunnel: whatever the server still sends reaches nobody.
    await waitForShell(page);
    await context.setOffline(true);
    await signOut();
    await expect.poll(held).toBeNull();
    await context.setOffline(false);
    await signIn(page, app.origin, fay);
    await say(app.origin, ana, fay, 'Para kay Fay');
    await expect(page.getByRole('link', { name: /^Chats 1 unread/ })).toBeVisible();
    expect([await held(), texts().includes('Para kay Fay')]).toEqual([null, false]);
    await context.close();
  });

  test('[T08] leaves nothing of a member on the locked screen when they sign out', async ({ browser }) => {
    const context = await browser.newContext();
    await context.grantPermissions(['notifications'], { origin: app.origin });
    const page = await context.newPage();
    const cora = await registerPerson(app.origin, 'Cora', 'Lim');
    await arriveSignedIn(page, app.origin, cora, '/profile');
    await waitForShell(page);
    const push = await createPusher(context, page, app.origin);
    await push('not for us to read');
    await expect.poll(async () => (await readShown(page)).length).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    await expect.poll(() => readShown(page)).toEqual([]);
    await context.close();
  });

  test('is asked for on a card that says why, and a refusal is said in words', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await arriveSignedIn(page, app.origin, ana, '/profile/settings/notifications');
    await waitForShell(page);
    await page.reload();
    for (const [answer, words] of [
      ['denied', 'Permission denied'],
      ['default', 'Permission dismissed'],
    ] as const) {
      // What the member answers in the browser's own dialog, which no test can press.
      await page.evaluate((said) => {
        Notification.requestPermission = async () => said;
      }, answer);
      await page.getByRole('switch', { name: 'Notify me on this device' }).click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('switch', { name: 'Notify me on this device' })).not.toBeChecked();
      // A denial stands beside the switch for longer than a toast: the browser does not ask again.
      const where = page.getByText('Allow notifications for this site in its settings');
      await expect(where).toHaveCount(answer === 'denied' ? 1 : 0);
    }
    await context.close();
  });
});
