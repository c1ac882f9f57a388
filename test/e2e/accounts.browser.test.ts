import { expect, type Page } from '@playwright/test';
import { errorKinds } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { savedBy } from '../support/browser-downloads.ts';
import { resetLinkFor } from '../support/browser-mail.ts';
import {
  befriend,
  callAs,
  isSessionAlive,
  logIn,
  newcomer,
  ownAddress,
  type Person,
  registerPerson,
  say,
} from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  composer,
  expectArrived,
  fillFirstStep,
  message,
  openChat,
  signIn,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

const NEW_PASSWORD = 'kakanin sa ilalim ng kawayan';

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});
test.use({ extraHTTPHeaders: ownAddress() });

const expectError = (page: Page, label: string, words: string) =>
  expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(words);

/** Presses and sees the toast that comes of it, which is gone after three seconds: the look begins before the press. */
const pressAndSee = async (page: Page, button: string, words: string): Promise<void> => {
  const notice = page.getByText(words).waitFor();
  await page.getByRole('button', { name: button, exact: true }).click();
  await notice;
};

const askForLink = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${app.origin}/forgot-password`);
  await page.getByLabel('Email').fill(email);
  await pressAndSee(page, 'Send me a link', 'Password Reset successfully sent');
};

const fillPassword = async (page: Page, password: string, again = password): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(again);
};
const setPassword = async (page: Page, password: string, again = password): Promise<void> => {
  await fillPassword(page, password, again);
  await page.getByRole('button', { name: 'Set new password' }).click();
};

/** What they have typed is still there. */
const expectTyped = async (page: Page, password: string): Promise<void> => {
  for (const label of ['New password', 'Confirm password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(password);
};

/** As on another device of theirs. */
const changePassword = async (email: string, currentPassword: string, newPassword: string) => {
  const { accessToken } = await logIn(app.origin, { email, password: currentPassword });
  const body = { currentPassword, newPassword, confirmPassword: newPassword };
  await callAs(app.origin, { token: accessToken }, 'POST', '/auth/change-password', undefined, body);
};

const member = (name: string): Promise<Person> => registerPerson(app.origin, name, 'Reyes');

test.describe('the home screen', () => {
  test('offers every way in, and remembers for the browser session who stays in the browser', async ({
    page,
  }) => {
    const health = page.waitForResponse(/\/health\/check$/);
    await page.goto(app.origin);
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    // No OpenID provider is configured: nothing of it is seen.
    await (await health).finished();
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Scan to sign in' })).toHaveAttribute('href', '/qr-login');
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    await expect(page.getByText('Open the app if you already installed', { exact: true })).toBeVisible();
    await page.getByText('Open the app if you already installed').click();
    await expect(page.getByText('Look for Tambay on your home screen')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try to open it from here' })).toHaveAttribute(
      'target',
      '_blank',
    );
    await page.getByRole('button', { name: 'Continue using browser' }).click();
    await expect(page.getByRole('button', { name: 'Continue using browser' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    await expect(page.getByText('Open the app if you already installed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue using browser' })).toHaveCount(0);
  });

  test('lets password managers and readers do their part', async ({ page }) => {
    await page.goto(app.origin);
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await password.fill('halo-halo');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('halo-halo');
    // Nothing stands against pasting.
    await page.getByLabel('Email').fill('kakanin@tindahan.example');
    for (const key of ['a', 'c']) await page.keyboard.press(`ControlOrMeta+${key}`);
    await password.focus();
    for (const key of ['a', 'v']) await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect(password).toHaveValue('kakanin@tindahan.example');
    await page.goto(`${app.origin}/register`);
    for (const [label, autocomplete] of [
      ['First name', 'given-name'],
      ['Last name', 'family-name'],
      ['Email', 'email'],
      ['Password', 'new-password'],
      ['Birth date', 'bday'],
    ] as const)
      await expect(page.getByLabel(label, { exact: true }), label).toHaveAttribute(
        'autocomplete',
        autocomplete,
      );
  });

  test.describe('without a worker', () => {
    test.use({ serviceWorkers: 'block' });
    test('what tells how strong a password is comes when somebody types one', async ({ page }) => {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      const isLoaded = () => scripts.some((script) => script.includes('password-strength'));
      await page.goto(`${app.origin}/register`);
      await fillFirstStep(page, newcomer('Ana'));
      expect(isLoaded()).toBe(false);
      await page.getByLabel('Password', { exact: true }).fill('abc');
      await expectError(page, 'Password', 'Easy to guess. Add a few words');
      expect(isLoaded()).toBe(true);
    });
  });

  for (const path of ['/register', '/forgot-password', '/qr-login', '/reset-password'])
    test(`a member is led from ${path} to the profile`, async ({ page }) => {
      const ana = await member('Ana');
      await arriveSignedIn(page, app.origin, ana, path);
      await expect(page).toHaveURL(`${app.origin}/profile`);
    });

  for (const [path, title] of [
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password', 'This link is not complete'],
  ] as const)
    test(`a visitor who opens ${path} stays there`, async ({ page }) => {
      await page.goto(app.origin + path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page).toHaveURL(app.origin + path);
    });

  for (const path of ['/profile/change-password', '/profile/blocked'])
    test(`a visitor is led from ${path} to the sign-in screen`, async ({ page }) => {
      await page.goto(app.origin + path);
      await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
      await expect(page).toHaveURL(`${app.origin}/`);
    });
});

test.describe('a forgotten password', () => {
  test('is set anew by the link of the mail, once, and the token never stays in the address', async ({
    page,
  }) => {
    const ana = await member('Ana');
    await askForLink(page, ana.email);
    const link = await resetLinkFor(app.dataDir, ana.email);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    expect(page.url()).toBe(`${app.origin}/reset-password`);
    await setPassword(page, NEW_PASSWORD, 'something else');
    await expectError(page, 'Confirm password', "Passwords don't match");
    await setPassword(page, 'password');
    await expectError(page, 'New password', 'This password is too easy to guess');
    await fillPassword(page, NEW_PASSWORD);
    const titles = await page.evaluateHandle(() => {
      const seen = new Set<string>();
      const look = () => seen.add(document.querySelector('h1')?.textContent ?? '');
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
      return seen;
    });
    await pressAndSee(page, 'Set new password', 'Password successfully updated');
    await expect(page).toHaveURL(`${app.origin}/`);
    // On the way there nothing says that the link, which has just done its work, does nothing.
    expect(await titles.evaluate((seen) => [...seen])).not.toContain('This link is not complete');
    await signIn(page, app.origin, { email: ana.email, password: NEW_PASSWORD });
    expect(await isSessionAlive(app.origin, ana.token)).toBe(false);

    await page.goto('about:blank');
    await page.goto(link);
    await setPassword(page, 'isa pang mahabang password');
    await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeVisible();
    await expectTyped(page, 'isa pang mahabang password');
    // A signed-in member gets the next one from here: to members the screen for it is closed.
    await pressAndSee(page, 'Ask for a new link', 'Password Reset successfully sent');
    await expect(page.getByText(`Look into the mailbox of ${ana.email}.`)).toBeVisible();

    // Each dead link says of itself why it is dead: replaced by a newer one, outlived by the password, or none of ours.
    const replaced = await resetLinkFor(app.dataDir, ana.email, link);
    await page.goto(`${app.origin}/profile/change-password`);
    await pressAndSee(page, 'Forgot password?', 'Password Reset successfully sent');
    const withdrawn = await resetLinkFor(app.dataDir, ana.email, replaced);
    await changePassword(ana.email, NEW_PASSWORD, 'tag-ulan na naman sa Maynila');
    await expect(page.getByText('You were signed out.')).toBeVisible();
    for (const [dead, title] of [
      [replaced, 'A newer link was sent after this one'],
      [withdrawn, 'Your account was changed after this link was sent'],
      [`${app.origin}/reset-password#token=${'x'.repeat(43)}`, 'We do not know this link'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(dead);
      await setPassword(page, 'isa pang mahabang password');
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expectTyped(page, 'isa pang mahabang password');
    }

    // A newer link that is opened in this tab goes on with what was typed.
    await fetch(`${app.origin}/api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ownAddress() },
      body: JSON.stringify({ email: ana.email }),
    });
    const { hash } = new URL(await resetLinkFor(app.dataDir, ana.email, withdrawn));
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await expect(page.getByRole('heading', { name: 'We do not know this link' })).toHaveCount(0);
    await expectTyped(page, 'isa pang mahabang password');
    expect(page.url()).toBe(`${app.origin}/reset-password`);
    await pressAndSee(page, 'Set new password', 'Password successfully updated');
    await expect(page).toHaveURL(`${app.origin}/`);

    // As a mail program may cut it.
    await page.goto('about:blank');
    await page.goto(link.slice(0, -3));
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(`${app.origin}/forgot-password`);
  });

  test('is set anew by a member who is signed in, and ends that session, too', async ({ page }) => {
    const ana = await member('Ana');
    await arriveSignedIn(page, app.origin, ana, '/profile');
    await page.goto(`${app.origin}/profile/settings/account`);
    await page.getByRole('link', { name: 'Change password' }).click();
    await pressAndSee(page, 'Forgot password?', 'Password Reset successfully sent');
    await page.goto(await resetLinkFor(app.dataDir, ana.email));
    await fillPassword(page, NEW_PASSWORD);
    await pressAndSee(page, 'Set new password', 'Password successfully updated');
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBeNull();
  });

  test('of an address that nobody has is answered the same', async ({ page }) => {
    await askForLink(page, 'nobody.at.all@example.com');
    await expect(page.getByText('Look into the mailbox of nobody.at.all@example.com.')).toBeVisible();
  });
});

test.describe('changing the password', () => {
  test('keeps this device, signs the others out, and says why it refuses', async ({ page }) => {
    const ana = await member('Ana');
    await arriveSignedIn(page, app.origin, ana, '/profile');
    await expect(page.getByText('Authenticated')).toBeVisible();
    await page.goto(`${app.origin}/profile/settings/account`);
    await page.getByRole('link', { name: 'Change password' }).click();
    const change = async (current: string, next: string, again = next) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('Confirm password').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change(ana.password, NEW_PASSWORD, 'other');
    await expectError(page, 'Confirm password', "Passwords don't match");
    await change('not my password', NEW_PASSWORD);
    await expectError(page, 'Current password', 'That is not your current password');
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);
    await page.getByLabel('Current password').fill(ana.password);
    await pressAndSee(page, 'Change password', 'Password successfully updated');
    await expect(page).toHaveURL(`${app.origin}/profile/settings/account`);
    expect(await isSessionAlive(app.origin, ana.token)).toBe(true);
  });

  test('tells while typing how strong the new one is', async ({ page }) => {
    const ana = await member('Ana');
    await arriveSignedIn(page, app.origin, ana, '/profile/change-password');
    await page.getByLabel('New password', { exact: true }).fill('abc');
    await expectError(page, 'New password', 'Easy to guess. Add a few words');
    await page.getByLabel('New password', { exact: true }).fill('kawayan7 sampaguita& bahay-kubo 1898!');
    await expectError(page, 'New password', 'Strong');
  });
});

test("a copy of one's data comes from the server, and from the device without a network", async ({
  page,
}) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')];
  const chatId = await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Kumusta, Ana?');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Reyes');
  await expect(message(page, 'Kumusta, Ana?')).toBeVisible();
  const chatAddress = page.url();
  await waitForShell(page);
  await attach(page, [await photoFile('dagat.jpg', 'teal', 200, 150)]);
  await write(page, 'Ang dagat');
  await expectArrived(page, 'Ang dagat');

  await page.goto(`${app.origin}/profile/account`);
  await page.getByRole('button', { name: 'Request a copy' }).click();
  await expect(page.getByText(/^Your copy is ready/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a copy' })).toBeHidden();
  const fromServer = await savedBy(page, 'Download the copy');
  expect(JSON.parse(fromServer['profile.json'] ?? '')).toMatchObject({ email: ana.email });
  expect(fromServer[`chats/${chatId}/messages.json`]).toContain('Kumusta, Ana?');

  await page.goto(chatAddress);
  await expect(message(page, 'Kumusta, Ana?')).toBeVisible();
  await page.context().setOffline(true);
  await write(page, 'Nasa biyahe pa');
  await composer(page).fill('Hindi pa tapos');
  await expect.poll(() => dumpDatabases(page)).toContain('Hindi pa tapos');
  await page.goto(`${app.origin}/profile/account`);
  await expect(page.getByText(/^This copy comes from the server/)).toBeVisible();
  const fromDevice = await savedBy(page, 'Save a copy now');
  await page.context().setOffline(false);
  expect(fromDevice['messages.json']).toContain('Kumusta, Ana?');
  expect(fromDevice['outbox.json']).toContain('Nasa biyahe pa');
  expect(fromDevice['drafts.json']).toContain('Hindi pa tapos');
  const [picture = ''] = Object.keys(fromDevice).filter((name) => name.startsWith('media/'));
  expect(fromDevice[picture]?.length).toBeGreaterThan(100);
  expect(fromDevice['messages.json']).toContain(/media\/(.{36})\./.exec(picture)?.[1]);
});

test('a device that is signed out from another loses access while it is looked at', async ({
  page,
  browser,
}) => {
  const ana = await member('Ana');
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  const other = await browser.newContext({ extraHTTPHeaders: ownAddress() });
  const laptop = await other.newPage();
  await signIn(laptop, app.origin, ana);
  await laptop.goto(`${app.origin}/profile/settings`);
  await laptop.getByRole('link', { name: 'Devices' }).click();
  await expect(laptop.getByText('Active now')).toBeVisible();
  await laptop
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await expect(laptop.getByText('The device was signed out')).toBeVisible();
  await expect(laptop.getByText('You are signed in nowhere else')).toBeVisible();
  await expect(page.getByText('You were signed out.')).toBeVisible();
  await other.close();
});

test('a new device whose server refuses says why, and begins by itself when it does not', async ({
  page,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  await page.goto(app.origin);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  const { status, message: words } = errorKinds.unavailable;
  await page.route('**/api/v1/auth/verify', (route) =>
    route.fulfill({ status, json: { status, code: 'unavailable', message: words, requestId: 'none' } }),
  );
  await page.goto(`${app.origin}/profile`);
  await expect(page.getByText(words)).toBeVisible();
  await page.unroute('**/api/v1/auth/verify');
  await expect(page.getByText('Ana Santos')).toBeVisible();
});
