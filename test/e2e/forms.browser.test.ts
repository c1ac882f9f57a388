import { expect, type Page, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { newcomer, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, signIn, waitForShell } from '../support/browser-steps.ts';

let app: RunningApp;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});
test.afterAll(async () => {
  await app?.dispose();
});
test.use({ extraHTTPHeaders: ownAddress() });

/** The words under a field, tied to it for screen readers. */
const expectError = (page: Page, label: string, words: string) =>
  expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(words);

const requiredFields = ['First name', 'Last name', 'Birth date', 'Email', 'Password', 'Confirm password'];

test.describe('the registration form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(`${app.origin}/register`);
    // The screen is a file of its own: without a network it would not come any more.
    await expect(page.getByLabel('First name')).toBeVisible();
  });
  const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

  test('says Required under each field that is empty, and not under the middle name', async ({ page }) => {
    await submit(page);
    for (const label of requiredFields) await expectError(page, label, 'Required');
    await expect(page.getByLabel('Middle name (optional)')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('First name')).toBeFocused();
  });

  test('says what is wrong in words and keeps what was typed, also without a network', async ({
    page,
    context,
  }) => {
    await context.setOffline(true);
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Birth date').fill(`${new Date().getUTCFullYear() - 12}-01-01`);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm password').fill('other');
    await submit(page);
    await expectError(page, 'Email', 'Must be a valid e-mail');
    await expectError(page, 'Birth date', 'Age can not be less than 13');
    await expectError(page, 'Password', 'Must contain at least 8 characters');
    await expectError(page, 'Confirm password', "Passwords don't match");
    await expect(page.getByLabel('Email')).toHaveValue('not an address');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short');
    await page.getByLabel('Birth date').fill(`${new Date().getUTCFullYear() - 13}-12-31`);
    await expect(page.getByText('Age can not be less than 13')).toBeHidden();
  });

  test('puts the words of the server at the field, and keeps what was typed', async ({ page }) => {
    const who = { ...newcomer('Benedict'), email: ben.email };
    await page.getByLabel('First name').fill(who.firstName);
    await page.getByLabel('Last name').fill(who.lastName);
    await page.getByLabel('Birth date').fill(who.birthDate);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByLabel('Confirm password').fill(who.password);
    await submit(page);
    await expectError(page, 'Email', 'An account with this e-mail already exists');
    await page.getByLabel('Email').fill(newcomer('Benedict').email);
    for (const label of ['Password', 'Confirm password']) {
      await page.getByLabel(label, { exact: true }).fill('password1');
    }
    await submit(page);
    await expectError(page, 'Password', 'This password is too easy to guess');
    await expect(page.getByLabel('First name')).toHaveValue('Benedict');
    await expect(page.getByLabel('Birth date')).toHaveValue(who.birthDate);
  });

  test('offline it says so, and sends nothing until there is a network', async ({ page, context }) => {
    const who = newcomer('Carla');
    await page.getByLabel('First name').fill(who.firstName);
    await page.getByLabel('Last name').fill(who.lastName);
    await page.getByLabel('Birth date').fill(who.birthDate);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByLabel('Confirm password').fill(who.password);
    await context.setOffline(true);
    await expect(
      page.getByText('You are offline. Creating an account needs a connection.').first(),
    ).toBeVisible();
    await submit(page);
    await expect(page.getByLabel('Email')).toHaveValue(who.email);
    await context.setOffline(false);
    await submit(page);
    await expect(page).toHaveURL(`${app.origin}/profile`);
    await expect(page.getByRole('heading', { name: 'Carla Reyes' })).toBeVisible();
  });
});

test.describe('the sign-in form', () => {
  test('refuses a wrong password in words, keeps the address, and lets in with the right one', async ({
    page,
  }) => {
    await page.goto(app.origin);
    await page.getByRole('button', { name: 'Login with credentials' }).click();
    await expectError(page, 'Email', 'Required');
    await page.getByLabel('Email').fill(ben.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login with credentials' }).click();
    await expect(page.getByText('Wrong e-mail or password').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(ben.email);
    await signIn(page, app.origin, ben);
    expect(await page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toMatch(/^\S{20,}$/);
  });

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto(app.origin);
    await page.getByLabel('Email').focus();
    await page.keyboard.type(ben.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ben.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${app.origin}/profile`);
  });

  test('speaks Filipino when asked, and remembers it', async ({ page }) => {
    await page.goto(app.origin);
    await page.getByRole('button', { name: 'Filipino' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    await expect(page.getByRole('button', { name: 'Login with credentials' })).toHaveCount(0);
  });
});

test.describe('adding a friend by code', () => {
  let ana: Person;
  test.beforeEach(async ({ page }) => {
    ana = await registerPerson(app.origin, 'Ana', 'Santos');
    await arriveSignedIn(page, app.origin, ana, '/profile/add-friend');
  });
  const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click();

  test('knows without a network what cannot be right', async ({ page, context }) => {
    await context.setOffline(true);
    const field = page.getByLabel('Unique code');
    await send(page);
    await expectError(page, 'Unique code', 'Must contain 13 characters');
    await field.fill('ABCD-EFGH');
    await send(page);
    await expectError(page, 'Unique code', 'Must contain 13 characters');
    const wrong = `${ben.uniqueCode.slice(0, 12)}${ben.uniqueCode.endsWith('0') ? '1' : '0'}`;
    await field.fill(wrong.toLowerCase());
    await expectError(page, 'Unique code', 'Looks mistyped');
    await field.fill(ana.uniqueCode);
    await send(page);
    await expectError(page, 'Unique code', 'That is your own code');
  });

  test('tells when nobody has the code', async ({ page }) => {
    const nobody = `${ben.uniqueCode.slice(0, 12)}${ben.uniqueCode.endsWith('0') ? '1' : '0'}`;
    await page.getByLabel('Unique code').fill(nobody);
    await send(page);
    await expectError(page, 'Unique code', 'Nobody has this code');
  });

  test('a request made offline waits on the device and arrives', async ({ page, context, browser }) => {
    await waitForShell(page);
    await context.setOffline(true);
    await page.getByLabel('Unique code').fill(ben.uniqueCode);
    await send(page);
    await expect(page.getByText('Friend request successfully sent')).toBeVisible();
    await expect(page.getByText('You are offline. The request is saved and sent later.')).toBeVisible();
    await page.goto(`${app.origin}/profile/friend-requests`);
    await expect(page.getByText('Sent when you are online')).toBeVisible();
    const other = await browser.newPage();
    await arriveSignedIn(other, app.origin, ben, '/profile/friend-requests');
    await expect(other.getByText('No request')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Waiting for an answer')).toBeVisible();
    await expect(other.getByText('Ana Santos')).toBeVisible();
    await other.getByRole('button', { name: 'Reject' }).click();
    await expect(other.getByText('Friend request rejected')).toBeVisible();
    await expect(other.getByText('No request')).toBeVisible();
    await other.close();
  });
});
