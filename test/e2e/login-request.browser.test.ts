import { expect, type Page } from '@playwright/test';
import { errorKinds, z } from '../../protocol/index.ts';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import {
  befriend,
  endSession,
  isSessionAlive,
  type Person,
  registerPerson,
} from '../support/browser-people.ts';
import { arriveSignedIn, openChat, waitForShell, write } from '../support/browser-steps.ts';
import { type OtherSite, openFrom, openOtherSite, receivedBy } from '../support/other-site.ts';
import { test } from '../support/story.ts';

/** docs/threat-model.md T01: three origins, and each case again while the worker answers the navigations. */
let app: RunningApp;
let shop: OtherSite;
let evil: OtherSite;
let ana: Person;
test.beforeAll(async () => {
  shop = await openOtherSite('localhost');
  evil = await openOtherSite('localhost');
  app = await startApp({ port: await freePort(), env: { LOGIN_REQUEST_ORIGINS: shop.origin } });
});
test.afterAll(async () => {
  await app?.dispose();
  await Promise.all([shop?.close(), evil?.close()]);
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
});

const login = z.object({
  origin: z.string(),
  data: z.strictObject({ type: z.literal('login'), token: z.string(), state: z.string() }),
});
const asking = (origin: string, more = '') =>
  `${app.origin}/?loginRequestFrom=${encodeURIComponent(origin)}${more}`;
const refusal = (popup: Page) =>
  popup.getByRole('heading', { name: 'This site is not allowed to sign in with your account' });
const at = async (page: Page, site: OtherSite): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(site.origin);
  return other;
};
const closed = (popup: Page): Promise<unknown> =>
  popup.isClosed() ? Promise.resolve() : popup.waitForEvent('close');
/** Presses a button that closes its window, which may be gone before the press is over. */
const closeBy = async (popup: Page, name: string): Promise<void> => {
  const press = popup.getByRole('button', { name }).click();
  await press.catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closed(popup);
};

const whoIs = (page: Page, token: string, path = '/auth/verify') =>
  page.evaluate(
    async ([address, bearer]) => {
      const answer = await fetch(address ?? '', { headers: { authorization: `Bearer ${bearer}` } });
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    [`${app.origin}/api/v1${path}`, token],
  );

test.describe('on a server that is busy for a moment', () => {
  test.use({ serviceWorkers: 'block' });

  test('another site gets its answer all the same', async ({ page, context }) => {
    await arriveSignedIn(page, app.origin, ana);
    const opener = await at(page, shop);
    await closeBy(await openFrom(opener, asking(shop.origin)), 'Allow');
    await expect.poll(async () => (await receivedBy(opener)).length).toBe(1);
    let asked = 0;
    await context.route('**/api/v1/auth/verify', (route) => {
      asked += 1;
      // The first question is that of the app as it starts, the second one that for the site.
      if (asked !== 2) return route.continue();
      const { status, message } = errorKinds.unavailable;
      return route.fulfill({ status, json: { status, code: 'unavailable', message, requestId: 'none' } });
    });
    await closed(await openFrom(opener, asking(shop.origin)));
    await expect.poll(async () => (await receivedBy(opener)).length).toBe(2);
    expect(asked).toBe(3);
  });
});

for (const hasWorker of [false, true]) {
  test.describe(hasWorker ? 'while the worker answers' : 'without a worker', () => {
    test.use({ serviceWorkers: hasWorker ? 'allow' : 'block' });
    test.beforeEach(async ({ page }) => {
      await arriveSignedIn(page, app.origin, ana);
      if (!hasWorker) return;
      await waitForShell(page);
      await page.reload();
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    });

    test('a site that is not on the list gets nothing, whatever it writes', async ({ page }) => {
      const opener = await at(page, evil);
      const { host } = new URL(shop.origin);
      const disguises = [
        evil.origin,
        'null',
        `http://${host}@evil.test`,
        `${shop.origin}.evil.test`,
        `//${host}`,
        'javascript:alert(1)',
        'data:text/html,x',
        `${shop.origin.toUpperCase()}/../`,
        '*',
      ];
      for (const value of disguises) {
        const popup = await openFrom(opener, asking(value));
        await expect(refusal(popup), value).toBeVisible();
        await popup.close();
      }
      const doubled = await openFrom(opener, asking(shop.origin, `&loginRequestFrom=${evil.origin}`));
      await expect(refusal(doubled)).toBeVisible();
      expect(await receivedBy(opener)).toEqual([]);
    });

    test('a listed site gets a token of its own after a yes, until it is disconnected', async ({ page }) => {
      const opener = await at(page, shop);
      const address = asking(shop.origin, '&state=a%2Fb%207');
      const declined = await openFrom(opener, address);
      await expect(declined.getByText(shop.origin)).toBeVisible();
      await expect(declined.getByText(ana.email)).toBeVisible();
      await closeBy(declined, 'Cancel');
      expect(await receivedBy(opener)).toEqual([]);

      const popup = await openFrom(opener, address);
      await closeBy(popup, 'Allow');
      const [first, ...more] = await receivedBy(opener);
      const { origin, data } = login.parse(first);
      expect([origin, data.state, more]).toEqual([app.origin, 'a/b 7', []]);
      expect(data.token).not.toBe(ana.token);

      // It tells the site who that is, and opens nothing else; no other page can use it.
      const known = await whoIs(opener, data.token);
      expect(known).toMatchObject({ status: 200, body: { data: { id: ana.id, firstName: 'Ana' } } });
      expect(JSON.stringify(known.body)).not.toContain(ana.email);
      expect((await whoIs(opener, data.token, '/chats')).status).toBe(403);
      const thief = await at(page, evil);
      await expect(whoIs(thief, data.token)).rejects.toThrow(/fetch/);

      // A listed value from a page of another origin: the browser drops what is posted.
      await closed(await openFrom(thief, address));
      expect(await receivedBy(thief)).toEqual([]);

      // The yes is remembered.
      await closed(await openFrom(opener, address));
      await expect.poll(async () => (await receivedBy(opener)).length).toBe(2);

      await page.goto(`${app.origin}/profile/settings/account`);
      await page.getByRole('link', { name: 'Connected sites' }).click();
      await page.getByRole('button', { name: `Disconnect ${new URL(shop.origin).host}` }).click();
      await expect(page.getByText('No connected sites')).toBeVisible();
      expect((await whoIs(opener, data.token)).status).toBe(401);
      expect(await isSessionAlive(app.origin, ana.token)).toBe(true);
    });

    test('nothing is posted without the server, and nothing from inside a frame', async ({ page }) => {
      const opener = await at(page, shop);
      const context = page.context();
      await context.route('**/api/v1/auth/verify', (route) => route.fulfill({ status: 503 }));
      const popup = await openFrom(opener, asking(shop.origin));
      await expect(popup.getByText('Nothing was sent to the site.')).toBeVisible();
      await context.unroute('**/api/v1/auth/verify');
      await popup.getByRole('button', { name: 'Try again' }).click();
      await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
      // The server's no is the question, and no failure.
      await expect(popup.locator('[role=region] [role=alert]')).toHaveCount(0);
      await popup.close();
      if (hasWorker) {
        await context.setOffline(true);
        const offline = await openFrom(opener, asking(shop.origin));
        await expect(offline.getByText('Nothing was sent to the site.')).toBeVisible();
        await offline.close();
        await context.setOffline(false);
      }
      await opener.evaluate(
        (address) =>
          new Promise<void>((resolve) => {
            const frame = document.createElement('iframe');
            frame.src = address;
            frame.onload = () => resolve();
            document.body.append(frame);
          }),
        asking(shop.origin),
      );
      expect(await receivedBy(opener)).toEqual([]);
    });
  });
}

test('who has to sign in first loses nothing, and is asked right after', async ({ page }) => {
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await page.context().setOffline(true);
  await write(page, 'Not sent yet');
  await endSession(app.origin, ana);
  await page.context().setOffline(false);
  await expect(page.getByText('You were signed out. 1 item is waiting.')).toBeVisible();
  // Handed over by another app for the member who was here.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tambay-shares');
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      }),
  );
  const opener = await at(page, shop);
  const popup = await openFrom(opener, asking(shop.origin, '&state=1'));
  await expect(popup.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  // Nobody is signed in: the previous member is logged out. What is not sent waits for its writer.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('tambay-shares');
  expect(await dumpDatabases(page)).toContain('Not sent yet');
  expect(await receivedBy(opener)).toEqual([]);
  await popup.getByLabel('Email').fill(ana.email);
  await popup.getByLabel('Password', { exact: true }).fill(ana.password);
  await popup.getByRole('button', { name: 'Login with credentials' }).click();
  await closeBy(popup, 'Allow');
  expect((await receivedBy(opener)).map((one) => login.parse(one).data.state)).toEqual(['1']);
});

test('only that one document keeps its opener', async () => {
  const policy = async (path: string) =>
    (await fetch(app.origin + path, { headers: { accept: 'text/html' } })).headers.get(
      'cross-origin-opener-policy',
    );
  expect(await policy(`/?loginRequestFrom=${shop.origin}`)).toBe('unsafe-none');
  for (const path of ['/', '/register?loginRequestFrom=x', '/profile', '/?next=loginRequestFrom'])
    expect(await policy(path), path).toBe('same-origin');
});
