import { expect, type Page } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { resetLinkFor } from '../support/browser-mail.ts';
import { newcomer, ownAddress, type Person, registerPerson } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  fillFirstStep,
  fillRegistration,
  signIn,
  waitForShell,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

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

test.describe('the registration form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(`${app.origin}/register`);
    // The app comes at the first touch: without a network it would not come any more.
    await page.getByLabel('First name').focus();
    await page.waitForFunction(() => !('tambayHandOver' in window));
  });
  const goOn = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
  const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
  const password = (page: Page) => page.getByLabel('Password', { exact: true });

  test('says Required under each field that is empty, and not under the middle name', async ({ page }) => {
    await goOn(page);
    for (const label of ['First name', 'Last name', 'Email']) await expectError(page, label, 'Required');
    await expect(page.getByLabel('Middle name (optional)')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('First name')).toBeFocused();
    // An error goes with the first letter.
    await page.keyboard.type('A');
    await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid', 'true');
    await fillFirstStep(page, newcomer('Ana'));
    await expect(
      page.getByRole('group', { name: 'Step 2 of 2: a password and your birthday' }),
    ).toBeVisible();
    await expect(page.getByText('Required')).toHaveCount(0);
    await submit(page);
    for (const label of ['Password', 'Birth date']) await expectError(page, label, 'Required');
    await expect(password(page)).toBeFocused();
  });

  test('keeps what was typed on the way back and after a reload', async ({ page }) => {
    const who = newcomer('Ana');
    // As one comes here: Back has somewhere to lead to within the app.
    await page.goto(app.origin);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').focus();
    // By keys alone.
    for (const words of [who.firstName, '', who.lastName, who.email]) {
      await page.keyboard.type(words);
      await page.keyboard.press(words === who.email ? 'Enter' : 'Tab');
    }
    await expect(password(page)).toBeFocused();
    await page.keyboard.type('isang mahabang password');
    await page.getByLabel('Birth date').fill(who.birthDate);
    const expectFirstStep = async () => {
      await expect(page.getByLabel('First name')).toHaveValue('Ana');
      await expect(page.getByLabel('Email')).toHaveValue(who.email);
      await expect(password(page)).toBeHidden();
    };
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectFirstStep();
    await page.keyboard.press('Enter');
    await expect(password(page)).toHaveValue('isang mahabang password');
    // What the form takes for itself ends no navigation.
    void page.goBack().catch(() => null);
    await expect(password(page)).toBeHidden();
    await expect(page).toHaveURL(`${app.origin}/register`);
    await expectFirstStep();
    await page.reload();
    await expectFirstStep();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('mahabang');
    await goOn(page);
    await expect(page.getByLabel('Birth date')).toHaveValue(who.birthDate);
    await expect(password(page)).toHaveValue('');
  });

  test.describe('without a worker', () => {
    test.use({ serviceWorkers: 'block' });
    test('keeps what was typed when a part of the app cannot be fetched', async ({ page }) => {
      await page.route(/password-strength/, (route) => route.abort());
      await fillFirstStep(page, newcomer('Ana'));
      const failed = page.waitForEvent('requestfailed', (request) => /password-strength/.test(request.url()));
      await password(page).fill('isang mahabang password');
      await failed;
      await submit(page);
      await expectError(page, 'Birth date', 'Required');
      await expect(password(page)).toHaveValue('isang mahabang password');
    });
  });

  test('says what is wrong in words and keeps what was typed, also without a network', async ({
    page,
    context,
  }) => {
    await context.setOffline(true);
    await page.getByLabel('First name').fill('a'.repeat(61));
    await page.getByLabel('Last name').fill('Reyes');
    await page.getByLabel('Email').fill('not an address');
    await goOn(page);
    await expectError(page, 'First name', 'Too long: 60 characters at most');
    await expectError(page, 'Email', 'Must be a valid e-mail');
    await expect(page.getByLabel('Email')).toHaveValue('not an address');
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Email').fill('ana@example.org');
    await goOn(page);
    await page.getByLabel('Birth date').fill(`${new Date().getUTCFullYear() - 12}-01-01`);
    await password(page).fill('short');
    await submit(page);
    await expectError(page, 'Birth date', 'Age can not be less than 13');
    await expectError(page, 'Password', 'Must contain at least 8 characters');
    await expect(password(page)).toHaveValue('short');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByLabel('Birth date').fill(`${new Date().getUTCFullYear() - 13}-12-31`);
    await expect(page.getByText('Age can not be less than 13')).toBeHidden();
  });

  test('puts the words of the server at the field, and keeps what was typed', async ({ page }) => {
    const who = { ...newcomer('Benedict'), email: ben.email };
    await fillRegistration(page, who);
    await submit(page);
    await expectError(page, 'Email', 'An account with this e-mail already exists');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(newcomer('Benedict').email);
    await goOn(page);
    await expect(password(page)).toHaveValue(who.password);
    await password(page).fill('password1');
    await submit(page);
    await expectError(page, 'Password', 'This password is too easy to guess');
    await expect(password(page)).toBeFocused();
    await expect(page.getByLabel('Birth date')).toHaveValue(who.birthDate);
  });

  test('offline it says so, and sends nothing until there is a network', async ({ page, context }) => {
    const who = newcomer('Carla');
    await context.setOffline(true);
    await fillRegistration(page, who);
    await expect(
      page
        .getByText('You are offline. Creating an account needs a connection. What you typed stays here.')
        .first(),
    ).toBeVisible();
    await submit(page);
    await expect(password(page)).toHaveValue(who.password);
    await context.setOffline(false);
    await submit(page);
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    await page.goto(`${app.origin}/profile`);
    await expect(page.getByRole('heading', { name: 'Carla Reyes' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(who.email);
  });
});

test.describe('on a network that loses answers', () => {
  // Five registrations from one address are all there are for a while: these are five.
  test.use({ extraHTTPHeaders: ownAddress() });
  /** The server does it; the answer never arrives. */
  const loseAnswerOf = async (page: Page, path: string): Promise<void> => {
    // The app's own form: what leaves before it is there is asked again by it (session/early-call.test.ts).
    await page.waitForFunction(() => !('tambayHandOver' in window));
    await page.route(
      `**/api/v1/auth/${path}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  };
  const countOf = async (page: Page, path: string, act: () => Promise<void>): Promise<number> => {
    let count = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(path) && request.method() === 'POST') count += 1;
    });
    await act();
    return count;
  };
  const fillIn = async (page: Page, who: ReturnType<typeof newcomer>): Promise<void> => {
    await page.goto(`${app.origin}/register`);
    await fillRegistration(page, who);
  };
  const create = (page: Page) => page.getByRole('button', { name: 'Create account' });

  test('a registration that was carried out lets its owner in when it is sent again', async ({ page }) => {
    const who = newcomer('Nena');
    await fillIn(page, who);
    await loseAnswerOf(page, 'register');
    const notice = page.getByText('Something went wrong').first().waitFor();
    await create(page).click();
    await notice;
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(who.password);
    await create(page).click();
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    await page.goto(`${app.origin}/profile`);
    await expect(page.getByRole('heading', { name: 'Nena Reyes' })).toBeVisible();
  });

  test('somebody else’s e-mail stays taken, and opens nothing', async ({ page }) => {
    await fillIn(page, { ...newcomer('Nena'), email: ben.email, password: 'puto bumbong sa simbahan' });
    await loseAnswerOf(page, 'register');
    const notice = page.getByText('Something went wrong').first().waitFor();
    await create(page).click();
    await notice;
    await create(page).click();
    await expectError(page, 'Email', 'An account with this e-mail already exists');
    expect(await page.evaluate(() => localStorage.getItem('ACCESS_TOKEN'))).toBeNull();
  });

  test('pressed twice, a form is sent once', async ({ page }) => {
    await fillIn(page, newcomer('Dora'));
    const sent = await countOf(page, '/auth/register', async () => {
      await create(page).dblclick();
      await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    });
    expect(sent).toBe(1);
  });

  test('a sign-in whose answer got lost works the next time, with what was typed', async ({ page }) => {
    await page.goto(app.origin);
    await page.getByLabel('Email').fill(ben.email);
    await page.getByLabel('Password', { exact: true }).fill(ben.password);
    await loseAnswerOf(page, 'login');
    const notice = page.getByText('Something went wrong').first().waitFor();
    const press = page.getByRole('button', { name: 'Login with credentials' });
    await press.click();
    await notice;
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ben.password);
    await press.click();
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
  });

  test('a new password that may be set already is said to be', async ({ page }) => {
    const who = await registerPerson(app.origin, 'Lito');
    await page.goto(`${app.origin}/forgot-password`);
    await page.getByLabel('Email').fill(who.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.goto(await resetLinkFor(app.dataDir, who.email));
    const password = 'bibingka sa umaga ng Pasko';
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await loseAnswerOf(page, 'reset-password');
    const notice = page.getByText('Something went wrong').first().waitFor();
    const press = page.getByRole('button', { name: 'Set new password' });
    await press.click();
    await notice;
    await press.click();
    await expect(page.getByText('Your new password may be set already')).toBeVisible();
    await signIn(page, app.origin, { email: who.email, password });
  });

  for (const [what, second] of [
    ['the same', 'bibingka sa umaga ng Pasko'],
    ['yet another', 'puto bumbong sa simbahan'],
  ] as const)
    test(`a password that was changed already is no wrong one when ${what} is sent again`, async ({
      page,
    }) => {
      const who = await registerPerson(app.origin, 'Mila');
      await arriveSignedIn(page, app.origin, who, '/profile/change-password');
      const fillNew = async (password: string) => {
        await page.getByLabel('New password', { exact: true }).fill(password);
        await page.getByLabel('Confirm password').fill(password);
      };
      await page.getByLabel('Current password').fill(who.password);
      await fillNew('bibingka sa umaga ng Pasko');
      await loseAnswerOf(page, 'change-password');
      const notice = page.getByText('Something went wrong').first().waitFor();
      const press = page.getByRole('button', { name: 'Change password' });
      await press.click();
      await notice;
      await expect(page.getByLabel('Current password')).toHaveValue(who.password);
      await fillNew(second);
      const done = page.getByText('Password successfully updated').first().waitFor();
      await press.click();
      await done;
      const { status } = await fetch(`${app.origin}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: who.email, password: second }),
      });
      expect(status).toBe(200);
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
    await expectError(page, 'Password', 'Wrong e-mail or password');
    await expect(page.getByLabel('Email')).toHaveValue(ben.email);
    await page.getByLabel('Password', { exact: true }).press('Backspace');
    await expect(page.getByText('Wrong e-mail or password')).toHaveCount(0);
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
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
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

test('a form that is read in Filipino says in Filipino what is wrong, also what the server found', async ({
  page,
}) => {
  await page.goto(`${app.origin}/register`);
  await page.getByRole('button', { name: 'Filipino' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  const goOn = page.getByRole('button', { name: 'Susunod' });
  const send = page.getByRole('button', { name: 'Gumawa ng account' });
  await goOn.click();
  for (const label of ['Pangalan', 'Apelyido', 'Email']) await expectError(page, label, 'Kailangan ito');
  const who = newcomer('Benedict');
  await page.getByLabel('Pangalan', { exact: true }).fill(who.firstName);
  await page.getByLabel('Apelyido', { exact: true }).fill(who.lastName);
  await page.getByLabel('Email', { exact: true }).fill('hindi email');
  await goOn.click();
  await expectError(page, 'Email', 'Dapat ay tamang email');
  await page.getByLabel('Email', { exact: true }).fill(ben.email);
  await goOn.click();
  await page.getByLabel('Password', { exact: true }).fill('password1');
  const birthDate = page.getByLabel('Petsa ng kapanganakan', { exact: true });
  await birthDate.fill(`${new Date().getUTCFullYear() - 12}-01-01`);
  await send.click();
  await expectError(page, 'Petsa ng kapanganakan', 'Hindi puwedeng mas bata sa 13 taon');
  await birthDate.fill(who.birthDate);
  await send.click();
  await expectError(page, 'Password', 'Madaling hulaan ang password na ito');
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await send.click();
  await expectError(page, 'Email', 'May account na ang email na ito');
  await expect(page.getByLabel('Pangalan', { exact: true })).toHaveValue('Benedict');
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
    const field = page.getByLabel('Friend code');
    await send(page);
    await expectError(page, 'Friend code', 'Must contain 13 characters');
    await field.fill('ABCD-EFGH');
    await send(page);
    await expectError(page, 'Friend code', 'Must contain 13 characters');
    const wrong = `${ben.uniqueCode.slice(0, 12)}${ben.uniqueCode.endsWith('0') ? '1' : '0'}`;
    await field.fill(wrong.toLowerCase());
    await expectError(page, 'Friend code', 'Looks mistyped');
    await field.fill(ana.uniqueCode);
    await send(page);
    await expectError(page, 'Friend code', 'That is your own code');
  });

  test('tells when nobody has the code', async ({ page }) => {
    const nobody = `${ben.uniqueCode.slice(0, 12)}${ben.uniqueCode.endsWith('0') ? '1' : '0'}`;
    await page.getByLabel('Friend code').fill(nobody);
    await send(page);
    await expectError(page, 'Friend code', 'Nobody has this code');
  });

  test('a request made offline waits on the device and arrives', async ({ page, context, browser }) => {
    await waitForShell(page);
    await context.setOffline(true);
    await page.getByLabel('Friend code').fill(ben.uniqueCode);
    // All that is said, however long it stands there.
    await page.evaluate(() => {
      const { body, documentElement } = document;
      const note = () => {
        if (body.textContent.includes('Friend request successfully sent'))
          documentElement.dataset['saidSent'] = 'yes';
      };
      new MutationObserver(note).observe(body, { subtree: true, childList: true, characterData: true });
    });
    await send(page);
    const kept = page.getByText('The request is saved and sent when there is a signal.');
    await expect(kept).toBeVisible();
    await expect(kept).toBeHidden();
    await expect(page.locator('html[data-said-sent]')).toHaveCount(0);
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
