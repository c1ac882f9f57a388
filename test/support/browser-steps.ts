import { expect, type Locator, type Page } from '@playwright/test';
import type { newcomer, Person } from './browser-people.ts';

/** What people do in the app, in the words they see (English). Every step waits for what it caused. */

export type OwnState = 'Waiting to be sent' | 'Sending' | 'Sent' | 'Delivered' | 'Seen' | 'Not sent';

type Newcomer = ReturnType<typeof newcomer>;

/** Fills in the first step of the registration, and goes on to the second. */
export async function fillFirstStep(page: Page, who: Newcomer): Promise<void> {
  await page.getByLabel('First name').fill(who.firstName);
  await page.getByLabel('Last name').fill(who.lastName);
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
}

/** Both steps of the registration, without sending them. */
export async function fillRegistration(page: Page, who: Newcomer): Promise<void> {
  await fillFirstStep(page, who);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByLabel('Birth date').fill(who.birthDate);
}

export async function register(page: Page, origin: string, who: Newcomer): Promise<void> {
  await page.goto(`${origin}/register`);
  await fillRegistration(page, who);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account successfully created')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/profile/messages`);
}

export async function signIn(
  page: Page,
  origin: string,
  who: Pick<Person, 'email' | 'password'>,
  /** Where a link or a session that ended was leading. */
  path = '/profile/messages',
): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Login with credentials' }).click();
  await expect(page).toHaveURL(origin + path);
}

/** Opens the app as somebody who signed in before: the token is where the specification keeps it. */
export async function arriveSignedIn(page: Page, origin: string, who: Person, path = '/profile/messages') {
  await page.goto(`${origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), who.token);
  await page.goto(origin + path);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
}

/** The member's own code as the profile shows it. */
export async function readMyCode(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/profile`);
  const code = page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}$/);
  await expect(code).toBeVisible();
  return (await code.textContent()) ?? '';
}

export async function addFriend(page: Page, origin: string, code: string): Promise<void> {
  await page.goto(`${origin}/profile/add-friend`);
  await page.getByLabel('Friend code').fill(code);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Friend request successfully sent')).toBeVisible();
}

export async function acceptFriend(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/profile/friend-requests`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Friend request accepted')).toBeVisible();
}

/** From the list of chats into one of them. */
export async function openChat(page: Page, name: string): Promise<void> {
  await chatRow(page, name).click();
  await expect(page).toHaveURL(/\/chats\//);
  await expect(composer(page)).toBeVisible();
}

/** From the list of chats: a new group with these people in it, and its open chat. */
export async function makeGroup(page: Page, name: string, ...people: string[]): Promise<void> {
  await page.getByRole('link', { name: 'New message' }).click();
  await page.getByRole('link', { name: 'New group' }).click();
  for (const person of people) await page.getByRole('checkbox').filter({ hasText: person }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(composer(page)).toBeVisible();
}

export const chatRow = (page: Page, name: string): Locator =>
  page.getByRole('link').filter({ hasText: name });

export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

/** Chooses chats in the sheet that is open, and forwards to them. */
export async function forwardTo(page: Page, ...names: readonly string[]): Promise<void> {
  const places = page.getByRole('dialog', { name: 'Forward to' });
  for (const name of names) await places.getByRole('checkbox', { name }).click();
  await places.getByRole('button', { name: /^Forward/ }).click();
}

/** Writes and sends; the bubble is there and on the device when this returns, whatever the network does. */
export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(message(page, text)).toBeVisible();
  await expect(bubble(page, text).getByTitle('Saving')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
}

/** The words of one message in the open conversation. */
export const message = (page: Page, text: string): Locator =>
  conversation(page).getByText(text, { exact: true });

/**
 * Says yes to a question, and waits until it has gone: meanwhile nothing behind it is found by its role, so that a row
 * seems to be gone before anything was done.
 */
export const confirm = async (page: Page, yes: string): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: yes, exact: true }).click();
  await expect(question).toHaveCount(0);
};

/** The bubble around the words: it also holds time and state. */
export const bubble = (page: Page, text: string): Locator =>
  conversation(page)
    .locator('div:has(> [dir=auto])')
    .filter({ has: page.getByText(text, { exact: true }) });

export async function expectState(page: Page, text: string, state: OwnState): Promise<void> {
  // The whole word: “Waiting to be sent” and “Not sent” have “Sent” in them.
  await expect(bubble(page, text).getByTitle(state, { exact: true })).toBeVisible();
}

/** The server has it, and perhaps somebody else by now. */
export async function expectArrived(page: Page, text: string): Promise<void> {
  await expect(bubble(page, text).getByTitle(/^(Sent|Delivered|Seen)$/)).toBeVisible();
}

/** Behind a network that answers nonsense: waiting when nobody tried yet, and on its way when the outcome is unknown. */
export async function expectUnsent(page: Page, text: string): Promise<void> {
  await expect(bubble(page, text).getByTitle(/^(Waiting to be sent|Sending)$/)).toBeVisible();
}

/** All words of the open conversation, in the order in which they stand. */
export const allWords = (page: Page): Promise<string[]> =>
  conversation(page).locator('div > [dir=auto]').allTextContents();

const SHELL_WITHIN_MS = 60_000;

/** What the worker's release consists of, and is not on this device yet. */
const missingFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // A server with much to do may drop a connection; the next look asks again.
    const answer = await fetch('/sw.js').catch(() => null);
    if (answer?.ok !== true) return ['sw.js'];
    const script = await answer.text();
    const files = [...new Set(script.match(/assets\/[\w.-]+\.(?:js|css)/g))];
    // All addresses of a cache at once: a look-up for each of a hundred files was a tenth of a story's work.
    const held = new Set<string>();
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) held.add(new URL(url).pathname);
    // The decoder of HEIC is fetched when it is needed.
    return files.filter((file) => !held.has(`/${file}`) && !file.includes('/heic-worker-'));
  });

/** The worker holds the whole shell: from here on the app starts without a network. */
export async function waitForShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // And what it fetches when the page is idle: after everything else on a machine that has much to do.
  await expect.poll(() => missingFiles(page), { timeout: SHELL_WITHIN_MS }).toEqual([]);
}
