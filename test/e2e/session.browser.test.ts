import { expect, type Page } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import {
  befriend,
  endSession,
  history,
  isSessionAlive,
  type Person,
  registerPerson,
  say,
  uploadAs,
} from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  chatRow,
  composer,
  expectArrived,
  expectState,
  message,
  openChat,
  signIn,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});

const storedWords = async (): Promise<(string | null)[]> =>
  (await history(app.origin, ben, ana)).map(({ content }) => content);

const token = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'));

const memberPaths = [
  '/profile',
  '/profile/messages',
  '/profile/friends',
  '/profile/add-friend',
  '/profile/friend-requests',
  '/profile/update',
  '/profile/change-password',
  '/profile/scan',
  '/profile/settings',
  '/profile/change-language',
  '/posts',
  '/posts/create',
  '/posts/0197a3a0-0000-7000-8000-000000000000/update',
];

test.describe('who may be where', () => {
  test('a visitor is led from every signed-in screen to the sign-in screen', async ({ page }) => {
    for (const path of [...memberPaths, `/users/${ben.uniqueCode}`, `/chats/${ben.uniqueCode}`]) {
      await page.goto(app.origin + path);
      await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  test('a member is led from the public screens to the profile', async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana);
    for (const path of ['/', '/register']) {
      await page.goto(app.origin + path);
      await expect(page).toHaveURL(`${app.origin}/profile`);
    }
  });

  test('an address that leads nowhere says so and leads home', async ({ page }) => {
    for (const path of ['/not-found', '/nothing/here']) {
      await page.goto(app.origin + path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
    await page
      .getByRole('link', { name: 'Go Home' })
      .or(page.getByRole('button', { name: 'Go Home' }))
      .click();
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  });

  test('it says so to a member as well, and stays where it was opened', async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana);
    for (const path of ['/not-found', '/nothing/here']) {
      await page.goto(app.origin + path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      await expect(page).toHaveURL(app.origin + path);
    }
    await page.getByText('Go Home', { exact: true }).click();
    await expect(page).toHaveURL(`${app.origin}/profile`);
  });
});

test.describe('signing out', () => {
  test.beforeEach(async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana);
  });
  const askToSignOut = async (page: Page) => {
    await page.goto(`${app.origin}/profile`);
    await page.getByRole('button', { name: 'Sign out' }).click();
  };
  /** Without loading the page anew. */
  const askToSignOutHere = async (page: Page) => {
    await page.getByRole('link', { name: /^Me\b/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  };
  const writeOffline = async (page: Page) => {
    await openChat(page, 'Ben Cruz');
    await waitForShell(page);
    await page.context().setOffline(true);
    await write(page, 'Not sent yet');
  };

  test('asks, then removes everything of the account and keeps the language', async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('tambay.language', 'en-US'));
    await askToSignOut(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${app.origin}/`);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    // The meter is the device's, and counts only what came over the network.
    expect(kept.filter((key) => key !== 'tambay.dataMeter')).toEqual(['tambay.language']);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain(`tambay-${ana.id}`);
  });

  test('with unsent work it asks; Stay stays, and Send later keeps the work for the same member', async ({
    page,
  }) => {
    await say(app.origin, ben, ana, 'A secret of Ben');
    await expect(chatRow(page, 'Ben Cruz')).toContainText('A secret of Ben');
    await writeOffline(page);
    expect(await dumpDatabases(page)).toContain('A secret of Ben');
    await askToSignOut(page);
    await expect(page.getByText('1 item is not sent yet')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Send later' }).click();
    await expect(page).toHaveURL(`${app.origin}/`);
    expect(await token(page)).toBeNull();
    // What stays is the member's own unsent work: nobody's words, nobody's name, and nothing to sign in with.
    await expect.poll(() => dumpDatabases(page)).not.toContain('A secret of Ben');
    const left = await dumpDatabases(page);
    expect(left).toContain('Not sent yet');
    for (const gone of ['Cruz', ana.email, ana.token]) expect(left).not.toContain(gone);
    // The server learns of a sign-out that was made offline as soon as there is a network.
    expect(await isSessionAlive(app.origin, ana.token)).toBe(true);
    await page.context().setOffline(false);
    await expect.poll(() => isSessionAlive(app.origin, ana.token)).toBe(false);
    await signIn(page, app.origin, ana);
    await expect.poll(storedWords).toEqual(['A secret of Ben', 'Not sent yet']);
  });

  test('discarded work is gone', async ({ page }) => {
    await writeOffline(page);
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Discard 1 item' }).click();
    await expect(page).toHaveURL(`${app.origin}/`);
    await page.context().setOffline(false);
    await signIn(page, app.origin, ana);
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, 'Ben Cruz');
    await write(page, 'A fresh start');
    await expect.poll(storedWords).toEqual(['A fresh start']);
    await expect(message(page, 'Not sent yet')).toHaveCount(0);
  });

  test('in one of three tabs signs out the others', async ({ page }) => {
    const others = [await page.context().newPage(), await page.context().newPage()];
    for (const other of others) {
      await other.goto(`${app.origin}/profile/friends`);
      await expect(other.getByText('Ben Cruz')).toBeVisible();
    }
    // The tabs share a clock: each notes when it has left, and the first one when the token went.
    for (const tab of [page, ...others]) {
      await tab.evaluate(() => {
        const noteWhen = (name: string, isSo: () => boolean): void => {
          const timer = setInterval(() => {
            if (!isSo()) return;
            clearInterval(timer);
            document.documentElement.dataset[name] = String(performance.timeOrigin + performance.now());
          }, 10);
        };
        noteWhen('tokenGone', () => localStorage.getItem('ACCESS_TOKEN') === null);
        noteWhen('left', () => location.pathname === '/');
      });
    }
    const timeOf = (tab: Page, name: 'tokenGone' | 'left'): Promise<number> =>
      tab.evaluate((key) => Number(document.documentElement.dataset[key]), name);
    await askToSignOutHere(page);
    for (const tab of [page, ...others])
      await expect(tab.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    // Who signs in next in one of them does not continue where this member was.
    for (const other of others) await expect(other).toHaveURL(`${app.origin}/`);
    const goneAt = await timeOf(page, 'tokenGone');
    for (const other of others) expect((await timeOf(other, 'left')) - goneAt).toBeLessThan(1_000);
  });

  test('leaves nothing of a member for the next one on this device', async ({ page }) => {
    await say(app.origin, ben, ana, 'A secret of Ben');
    await openChat(page, 'Ben Cruz');
    await expect(message(page, 'A secret of Ben')).toBeVisible();
    await waitForShell(page);
    await page.context().setOffline(true);
    await askToSignOut(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    await expect.poll(() => dumpDatabases(page)).not.toContain('A secret of Ben');
    await page.context().setOffline(false);
    await expect.poll(() => isSessionAlive(app.origin, ana.token)).toBe(false);
    const cora = await registerPerson(app.origin, 'Cora', 'Diaz');
    await signIn(page, app.origin, cora);
    const left = `${await dumpDatabases(page)}${await dumpStorage(page)}`;
    for (const gone of ['A secret of Ben', ana.email, ana.token, ana.id, ben.uniqueCode])
      expect(left).not.toContain(gone);
  });

  for (const [how, end] of [
    [
      'after signing out, also offline',
      async (page: Page) => {
        await waitForShell(page);
        await page.context().setOffline(true);
        await askToSignOutHere(page);
      },
    ],
    ['after the server has ended the session', () => endSession(app.origin, ana)],
  ] as const)
    test(`[T08] a picture that was looked at is not in the cache of the browser ${how}`, async ({ page }) => {
      const { name, buffer } = await photoFile('dyip.jpg', 'teal', 200, 150);
      const id = await uploadAs(app.origin, ana, new File([new Uint8Array(buffer)], name));
      const look = (cache: RequestCache) =>
        page.evaluate(
          async ([url, bearer, from]) => {
            const headers = { authorization: `Bearer ${bearer}` };
            const answer = await fetch(url, { headers, cache: from, mode: 'same-origin' }).catch(() => null);
            return answer?.ok ?? false;
          },
          [`${app.origin}/api/v1/files/${id}`, ana.token, cache] as const,
        );
      expect(await look('default')).toBe(true);
      expect(await look('only-if-cached')).toBe(true);
      await end(page);
      await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
      await page.context().setOffline(false);
      await expect.poll(() => look('only-if-cached')).toBe(false);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    });

  test("[T08] what waits for its member, words and photo, goes under nobody else's name", async ({
    page,
  }) => {
    await writeOffline(page);
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await write(page, 'And a photo');
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Send later' }).click();
    await expect(page).toHaveURL(`${app.origin}/`);
    await page.context().setOffline(false);
    const cora = await registerPerson(app.origin, 'Cora', 'Diaz');
    await befriend(app.origin, cora, ben);
    await signIn(page, app.origin, cora);
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, 'Ben Cruz');
    await write(page, 'Mine alone');
    await expectArrived(page, 'Mine alone');
    await page.goto(`${app.origin}/profile/outbox`);
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect(await storedWords()).toEqual([]);
    expect((await history(app.origin, ben, cora)).map(({ content }) => content)).toEqual(['Mine alone']);
    await page.goto(`${app.origin}/profile`);
    await askToSignOutHere(page);
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    await signIn(page, app.origin, ana);
    await expect.poll(storedWords).toEqual(['Not sent yet', 'And a photo']);
    await expect
      .poll(async () =>
        (await history(app.origin, ben, ana)).flatMap(({ media }) => media.map(({ state }) => state)),
      )
      .toEqual(['ready']);
    expect((await history(app.origin, ben, cora)).map(({ content }) => content)).toEqual(['Mine alone']);
  });

  test('[T08] a picture that arrives after its member has left is not kept', async ({ page, browser }) => {
    const gate = Promise.withResolvers<void>();
    const proxy = await startFaultProxy({ target: app.origin, wait: () => gate.promise });
    const context = await browser.newContext();
    const other = await context.newPage();
    await arriveSignedIn(page, app.origin, ana);
    await openChat(page, 'Ben Cruz');
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await write(page, 'With a photo');
    await expect
      .poll(async () =>
        (await history(app.origin, ben, ana)).flatMap(({ media }) => media.map(({ state }) => state)),
      )
      .toEqual(['ready']);
    await arriveSignedIn(other, proxy.origin, ben);
    await waitForShell(other);
    await other.reload();
    const late = proxy.inject(
      { kind: 'delay', ms: 1 },
      { matches: ({ path }) => path.startsWith('/api/v1/files/') },
    );
    await openChat(other, 'Ana Santos');
    await expect.poll(() => late.hits()).toBeGreaterThan(0);
    await other.getByRole('button', { name: 'Back' }).click();
    await askToSignOutHere(other);
    await expect(other.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    const names = () => other.evaluate(() => caches.keys());
    await expect.poll(async () => (await names()).filter((name) => name.includes(ben.id))).toEqual([]);
    // Listens before the picture may come.
    await other.evaluate(() => {
      const metered = new Promise((resolve) => {
        new BroadcastChannel('tambay-data-meter').onmessage = resolve;
      });
      Object.assign(globalThis, { metered });
    });
    gate.resolve();
    await other.evaluate(async () => void (await Reflect.get(globalThis, 'metered')));
    // Whatever the worker does with it is done once it has served a whole start.
    await other.reload();
    await waitForShell(other);
    expect((await names()).filter((name) => name.includes(ben.id))).toEqual([]);
    await context.close();
    await proxy.close();
  });

  test('a deleted account waits a fortnight: signing in keeps it', async ({ page, context }) => {
    await page.goto(`${app.origin}/profile/settings/account`);
    await page.getByRole('link', { name: 'Your data and account' }).click();
    const needsNetwork = page.getByText('Deleting the account needs a connection');
    await expect(needsNetwork).toBeHidden();
    await context.setOffline(true);
    await expect(needsNetwork).toBeVisible();
    await context.setOffline(false);
    const remove = page.getByRole('button', { name: 'Delete my account' });
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' });
    await page.getByLabel('Current password').fill('not my password');
    await remove.click();
    await confirm.click();
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'That is not your current password',
    );
    // The closing question still carries a button of the same name.
    await expect(confirm).toHaveCount(0);
    expect(await isSessionAlive(app.origin, ana.token)).toBe(true);
    await page.getByLabel('Current password').fill(ana.password);
    await remove.click();
    await confirm.click();
    await expect(page.getByText('Sign in before that to keep it.')).toBeVisible();
    expect(await isSessionAlive(app.origin, ana.token)).toBe(false);
    expect(await token(page)).toBeNull();
    await signIn(page, app.origin, ana);
    await expect(page.getByText('Welcome back! Your account stays.')).toBeVisible();
  });

  test('a tab that follows another one out says how much waits', async ({ page }) => {
    // A tab that loads while the first worker takes over can miss it, and has no screens of its own without a network.
    await waitForShell(page);
    const other = await page.context().newPage();
    await other.goto(`${app.origin}/profile/friends`);
    await expect(other.getByText('Ben Cruz')).toBeVisible();
    await writeOffline(page);
    await askToSignOut(page);
    await page.getByRole('button', { name: 'Send later' }).click();
    await expect(other.getByText('You were signed out. 1 item is waiting.')).toBeVisible();
    // The screens are still there: the network is not.
    expect(await other.evaluate(() => caches.has('tambay-assets'))).toBe(true);
  });

  test('a session ended by the server signs out, keeps what is unsent, and sends it after signing in', async ({
    page,
  }) => {
    await writeOffline(page);
    await endSession(app.origin, ana);
    await page.context().setOffline(false);
    await expect(page.getByText('You were signed out. 1 item is waiting.')).toBeVisible();
    // The screen does not wait for the storage to be cleared; the next sign-in does.
    await expect.poll(() => token(page)).toBeNull();
    await signIn(page, app.origin, ana, `/chats/${ben.uniqueCode}`);
    await expect.poll(storedWords).toEqual(['Not sent yet']);
  });
});

test.describe('staying', () => {
  test('an outage never signs out: the app works on and catches up', async ({ page, browser }) => {
    await arriveSignedIn(page, app.origin, ana);
    await openChat(page, 'Ben Cruz');
    await waitForShell(page);
    await app.stop('SIGKILL');
    await write(page, 'During the outage');
    await page.reload();
    await expect(message(page, 'During the outage')).toBeVisible();
    expect(await token(page)).toBe(ana.token);
    await app.start();
    // After an outage everybody comes back a little apart from each other.
    await expect.poll(storedWords, { timeout: 60_000 }).toEqual(['During the outage']);
    const other = await browser.newPage();
    await arriveSignedIn(other, app.origin, ben);
    await openChat(other, 'Ana Santos');
    await expectState(page, 'During the outage', 'Seen');
    await other.close();
  });

  test('a half-written message survives a reload and is marked in the list', async ({ page }) => {
    await arriveSignedIn(page, app.origin, ana);
    await openChat(page, 'Ben Cruz');
    await composer(page).fill('Half a sent');
    await expect.poll(() => storedDrafts(page, ana.id)).toBe(1);
    await page.reload();
    await expect(composer(page)).toHaveValue('Half a sent');
    // A browser fills fields in by itself; that the app knows of it, the button shows.
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
    await page.goto(`${app.origin}/profile/messages`);
    await expect(chatRow(page, 'Ben Cruz')).toContainText('Draft: Half a sent');

    // A picture without a word is a draft, too.
    await openChat(page, 'Ben Cruz');
    await composer(page).fill('');
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
    // Until then it is only in the page's hands, and says so.
    await expect(page.getByText('Getting ready…')).toHaveCount(0);
    await page.goto(`${app.origin}/profile/messages`);
    await expect(chatRow(page, 'Ben Cruz')).toContainText('Draft: 1 attachment');
  });
});

/** What the caches and both storages hold, as text. */
const dumpStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(window.history.state),
    ];
    for (const name of await caches.keys()) {
      parts.push(name);
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });

const storedDrafts = (page: Page, userId: string): Promise<number> =>
  page.evaluate(async (name) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open(name));
    const count = await settled(database.transaction('chatDrafts').objectStore('chatDrafts').count());
    database.close();
    return count;
  }, `tambay-${userId}`);
