import { mkdir } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openOidcProvider, type TestProvider } from '../../server/testing/oidc-provider.ts';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers, findSmallTargets } from '../support/browser-layout.ts';
import { ownAddress, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

/** Sign-in through the pages of a real OpenID provider, which to the browser is another site (`localhost` beside `127.0.0.1`). */

const folder = 'test-results/screens';

let provider: TestProvider;
let app: RunningApp;
test.beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  provider = await openOidcProvider([`http://127.0.0.1:${port}/api/v1/auth/oidc/callback`]);
  app = await startApp({ port, env: provider.env });
});
test.afterAll(async () => {
  await app?.dispose();
  await provider?.close();
});
test.use({ extraHTTPHeaders: ownAddress() });

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Barangay' });

/** At the provider, in its own words. */
const passThere = async (page: Page, login: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any will do');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};
const signInThere = async (page: Page, login: string): Promise<void> => {
  await button(page).click();
  await passThere(page, login);
};
const judge = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-phone-${colorScheme}-en-US.png` });
    expect(await findBarriers(page), name).toEqual([]);
  }
  expect(await findSmallTargets(page), name).toEqual([]);
};

test('a newcomer comes from the provider, fills in what is missing, and is let in at once the next time', async ({
  page,
  context,
  browser,
}) => {
  const complaints = await watchComplaints(context);
  const email = 'ana@barangay.test';
  provider.people.set('ana', { email, email_verified: true, given_name: 'Ana', family_name: 'Reyes' });
  await page.goto(app.origin);
  // From the first paint, long before the app: what came later would push the others away under a finger.
  await expect(button(page)).toBeVisible();
  expect(await page.evaluate(() => 'tambayHandOver' in window)).toBe(true);
  await waitForShell(page);
  await expect(button(page)).toBeVisible();
  await judge(page, 'sign-in-with-provider');
  await signInThere(page, 'ana');

  await expect(page).toHaveURL(`${app.origin}/register`);
  await expect(page.getByText('The account you came from will open this one')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ana');
  await expect(page.getByLabel('Last name')).toHaveValue('Reyes');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await judge(page, 'register-from-provider');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill('tricycle under the acacia');
  await page.getByLabel('Birth date').fill('1994-05-17');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  await page.goto(`${app.origin}/profile`);
  await expect(page.getByText('Ana Reyes')).toBeVisible();
  expect(complaints.all().filter((line) => line.includes(app.origin))).toEqual([]);

  const elsewhere = await browser.newContext({ locale: 'fil', extraHTTPHeaders: ownAddress() });
  const second = await elsewhere.newPage();
  await second.goto(app.origin);
  await second.getByRole('button', { name: 'Magpatuloy gamit ang Barangay' }).click();
  await passThere(second, 'ana');
  await expect(second).toHaveURL(`${app.origin}/profile/messages`);
  await second.goto(`${app.origin}/profile`);
  await expect(second.getByText('Ana Reyes')).toBeVisible();
  await elsewhere.close();
});

test('what goes wrong at the provider is said on the sign-in screen, and leaves no trace in the address', async ({
  page,
}) => {
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  provider.people.set('ben', { email: ben.email, email_verified: true });
  await page.goto(app.origin);
  await signInThere(page, 'ben');
  await expect(page.getByText('An account with this e-mail already exists.')).toBeVisible();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await judge(page, 'provider-refused');
});

test.describe('a member of long standing', () => {
  const screen = '/profile/sign-in-provider';
  const connect = (page: Page) => page.getByRole('button', { name: 'Connect Barangay' });

  test('connects an account there, comes in by it from elsewhere, and disconnects it', async ({
    page,
    browser,
  }) => {
    const carla = await registerPerson(app.origin, 'Carla', 'Reyes');
    await arriveSignedIn(page, app.origin, carla, '/profile/settings/account');
    await waitForShell(page);
    await page.getByRole('link', { name: 'Sign in with Barangay' }).click();
    await expect(page).toHaveURL(app.origin + screen);
    await page.getByLabel('Current password').fill('not my password');
    await connect(page).click();
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'That is not your current password',
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
    await judge(page, 'provider-connect');
    await page.getByLabel('Current password').fill(carla.password);
    await connect(page).click();
    await passThere(page, 'carla');
    await expect(page).toHaveURL(app.origin + screen);
    await expect(page.getByText('Barangay is connected').first()).toBeVisible();
    await expect(page.getByText('Connected since')).toBeVisible();
    await judge(page, 'provider-connected');

    const visit = async () => {
      const context = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: ownAddress() });
      const visitor = await context.newPage();
      await visitor.goto(app.origin);
      await signInThere(visitor, 'carla');
      return visitor;
    };
    const elsewhere = await visit();
    await expect(elsewhere).toHaveURL(`${app.origin}/profile/messages`);
    await elsewhere.goto(`${app.origin}/profile`);
    await expect(elsewhere.getByText('Carla Reyes')).toBeVisible();
    await elsewhere.context().close();

    await page.getByRole('button', { name: 'Disconnect Barangay' }).click();
    await expect(connect(page)).toBeVisible();
    const newcomer = await visit();
    await expect(newcomer).toHaveURL(`${app.origin}/register`);
    await newcomer.context().close();
  });

  test('is told when it opens another account already, or when the answer there was no', async ({
    page,
    browser,
  }) => {
    const [dina, elsa] = [
      await registerPerson(app.origin, 'Dina', 'Cruz'),
      await registerPerson(app.origin, 'Elsa', 'Cruz'),
    ];
    const begin = async (on: Page, who: typeof dina) => {
      await arriveSignedIn(on, app.origin, who, screen);
      await on.getByLabel('Current password').fill(who.password);
      await connect(on).click();
    };
    await begin(page, dina);
    await passThere(page, 'dina');
    await expect(page.getByText('Connected since')).toBeVisible();

    const context = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: ownAddress() });
    const other = await context.newPage();
    await begin(other, elsa);
    await passThere(other, 'dina');
    await expect(other.getByRole('main')).toContainText('That account already opens another account here');
    await judge(other, 'provider-taken');
    await context.close();

    // Another browser: the provider knows nobody in it, and asks.
    const fresh = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: ownAddress() });
    const third = await fresh.newPage();
    await begin(third, elsa);
    await third.getByRole('link', { name: 'Cancel' }).click();
    await expect(third).toHaveURL(app.origin + screen);
    await expect(third.getByRole('main')).toContainText('The sign-in was not confirmed.');
    await expect(connect(third)).toBeVisible();
    await fresh.close();
  });
});
