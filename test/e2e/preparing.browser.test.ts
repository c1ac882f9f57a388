import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { isUntimedId } from '../../protocol/index.ts';
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

/** What a page asks of a picked picture is answered after `release`: its bytes are stored, or a large one's are on their way. */
const holdPicked = async (page: Page, what: 'looking' | 'storing'): Promise<void> => {
  await page.addInitScript(
    ([key, held]) => {
      const released = async (): Promise<void> => {
        while (localStorage.getItem(key) !== null) await new Promise((resolve) => setTimeout(resolve, 50));
      };
      const { slice } = Blob.prototype;
      const { digest } = SubtleCrypto.prototype;
      if (held === 'looking')
        // Where traces of a place are looked for, from here on.
        Blob.prototype.slice = function (this: Blob, from, ...rest) {
          const part = Reflect.apply(slice, this, [from, ...rest]);
          if (from === 262_144)
            part.arrayBuffer = async () => {
              await released();
              return new ArrayBuffer(0);
            };
          return part;
        };
      else
        SubtleCrypto.prototype.digest = async function (this: SubtleCrypto, name, bytes) {
          if (bytes.byteLength > 50_000) await released();
          return Reflect.apply(digest, this, [name, bytes]);
        };
    },
    [HELD, what] as const,
  );
};
const LARGE = { width: 2_400, height: 1_800 };

test('a press on Send is carried out by the next page when this one ends before it could be', async ({
  page,
}) => {
  await holdPicked(page, 'looking');
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await openChat(page, 'Ben Cruz');
  const photo = await photoFile('baha.jpg', 'teal');
  // Without the traces at its beginning, with which the looking would end.
  await attach(page, [{ ...photo, buffer: await sharp(photo.buffer).jpeg().toBuffer() }]);
  await expect.poll(async () => (await heldFiles(page)).length).toBe(1);
  await composer(page).fill('Tingnan mo');
  await send(page);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-busy', 'true');
  // Another tab that shows the chat does not send it before its time.
  const other = await page.context().newPage();
  await other.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(tray(other)).toHaveCount(1);
  await page.goto(`${app.origin}/profile/settings`);
  await release(page);
  await expect.poll(arrived).toEqual([['Tingnan mo', 'ready']]);
  await expect(composer(other)).toHaveValue('');
  await expect(tray(other)).toHaveCount(0);
  await other.close();
});

test('a press on Send is over when a page ends with a picture that is nowhere else, and that is said', async ({
  page,
}) => {
  await holdPicked(page, 'storing');
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await openChat(page, 'Ben Cruz');
  const large = await photoFile('baha.jpg', 'teal', LARGE.width, LARGE.height);
  expect(large.buffer.length).toBeGreaterThan(50_000);
  await attach(page, [await photoFile('una.jpg', 'coral', 40, 30), large]);
  await expect.poll(async () => (await heldFiles(page)).length).toBe(1);
  await composer(page).fill('Dalawa sila');
  await send(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Cora Lim');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('A message was not sent')).toBeVisible();
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(composer(page)).toHaveValue('Dalawa sila');
  await expect(tray(page)).toHaveCount(1);
  expect(await arrived()).toEqual([]);
});

test('a press on Send is carried out when the chat is left, once all of it is on the device', async ({
  page,
}) => {
  await holdPicked(page, 'storing');
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('baha.jpg', 'teal', LARGE.width, LARGE.height)]);
  await expect(tray(page)).toHaveCount(1);
  await send(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Cora Lim');
  await release(page);
  await expect
    .poll(async () => (await history(app.origin, ana, ben)).map(({ media }) => media.map((one) => one.state)))
    .toEqual([['ready']]);
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Ben Cruz');
  await expect(tray(page)).toHaveCount(0);
});

test('an anonymous post waits for no picture that is still being made smaller', async ({ page }) => {
  await holdPreparation(page);
  await arriveSignedIn(page, app.origin, ana);
  await hold(page);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByRole('textbox').first().fill('Walang pangalan');
  await attach(page, [await photoFile('espana.jpg', 'teal')]);
  await page.getByText('Post anonymously').click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(postCard(page, 'Walang pangalan')).toBeVisible();
  await page.reload();
  await release(page);
  const states = async () => (await heldFiles(page)).map(({ id, state }) => [isUntimedId(id), state]);
  await expect.poll(states).toEqual([[true, 'done']]);
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
