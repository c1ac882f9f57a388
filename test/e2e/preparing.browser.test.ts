import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, heldFiles, photoFile } from '../support/browser-pictures.ts';
import { postCard } from '../support/browser-posts.ts';
import { createProfile } from '../support/browser-profile.ts';
import { arriveSignedIn, composer, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** What was picked belongs to the draft at once, and a press on Send holds, whatever becomes of the screen meanwhile. */

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };
const HELD = 'test-holds-preparation';

let app: RunningApp;
let ana: Person;
let ben: Person;
let cora: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, cora);
});
test.use(phone);

/** The worker that makes pictures smaller is given nothing until `release`, as on a phone that is busy with a large one. */
const holdPreparation = async (page: Page): Promise<void> => {
  await page.addInitScript((key) => {
    const real = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
      const isPicture = typeof message === 'object' && message !== null && 'isSquare' in message;
      if (isPicture && localStorage.getItem(key) !== null) {
        const timer = setInterval(() => {
          if (localStorage.getItem(key) !== null) return;
          clearInterval(timer);
          Reflect.apply(real, this, [message, ...rest]);
        }, 50);
      } else Reflect.apply(real, this, [message, ...rest]);
    };
  }, HELD);
};
const hold = (page: Page) => page.evaluate((key) => localStorage.setItem(key, '1'), HELD);
const release = (page: Page) => page.evaluate((key) => localStorage.removeItem(key), HELD);
const tray = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const arrived = async () =>
  (await history(app.origin, ana, ben)).map(({ content, media }) => [content, media[0]?.state]);

test('a picture that is still being made smaller is sent although the chat is left, and the page reloaded', async ({
  page,
}) => {
  await holdPreparation(page);
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('baha.jpg', 'teal')]);
  await expect(page.getByText('Getting ready…')).toBeVisible();
  await composer(page).fill('Tingnan mo');
  await send(page);
  await expect(message(page, 'Tingnan mo')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Cora Lim');
  // The words have gone ahead, and their picture is not sent as it was picked.
  await expect.poll(arrived).toEqual([['Tingnan mo', 'awaited']]);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  const [before] = await heldFiles(page);
  await release(page);
  await expect.poll(arrived).toEqual([['Tingnan mo', 'ready']]);
  // The server has the last byte before the page has its answer.
  await expect
    .poll(async () => (await heldFiles(page)).map(({ id, state }) => [id, state]))
    .toEqual([[before?.id, 'done']]);
  const [after] = await heldFiles(page);
  expect(after?.size).toBeLessThan(before?.size ?? 0);
});

test('pictures that were picked are in the draft although the chat was left at once, and after a killed browser', async () => {
  const profile = await createProfile();
  try {
    const context = await profile.open(phone);
    const page = await context.newPage();
    await holdPreparation(page);
    await arriveSignedIn(page, app.origin, ana);
    await hold(page);
    await openChat(page, 'Ben Cruz');
    await attach(page, [await photoFile('una.jpg', 'teal'), await photoFile('ikalawa.jpg', 'coral')]);
    await page.getByRole('button', { name: 'Back' }).click();
    await openChat(page, 'Cora Lim');
    await expect.poll(async () => (await heldFiles(page)).length).toBe(2);
    await page.getByRole('button', { name: 'Back' }).click();
    await openChat(page, 'Ben Cruz');
    await expect(tray(page)).toHaveCount(2);
    await profile.kill();
    const again = await (await profile.open(phone)).newPage();
    await again.goto(`${app.origin}/chats/${ben.uniqueCode}`);
    await release(again);
    await expect(tray(again)).toHaveCount(2);
    await expect(again.getByText('Getting ready…')).toHaveCount(0);
    await send(again);
    await expect
      .poll(async () =>
        (await history(app.origin, ana, ben)).map(({ media }) => media.map(({ state }) => state)),
      )
      .toEqual([['ready', 'ready']]);
  } finally {
    await profile.dispose();
  }
});

test('a post waits for its picture, which is prepared after the form has gone', async ({ page }) => {
  await holdPreparation(page);
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByRole('textbox').first().fill('Baha sa Espana');
  await attach(page, [await photoFile('espana.jpg', 'teal')]);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(postCard(page, 'Baha sa Espana')).toBeVisible();
  await release(page);
  await expect.poll(async () => (await heldFiles(page)).map(({ state }) => state)).toEqual(['done']);
});
