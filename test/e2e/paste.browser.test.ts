import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, composer, conversation, openChat, write } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  await befriend(app.origin, ana, await registerPerson(app.origin, 'Ben', 'Cruz'));
});

const pictures = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');

/** Words and a picture that were copied together, as from a document. */
const copyBoth = (page: Page, words: string) =>
  page.evaluate(async (text) => {
    const canvas = new OffscreenCanvas(40, 30);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No canvas');
    context.fillRect(0, 0, 40, 30);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/plain': new Blob([text], { type: 'text/plain' }), 'image/png': picture }),
    ]);
  }, words);

/** Words and a picture in one hand, as they are dragged from a document. */
const holdBoth = (page: Page, words: string) =>
  page.evaluateHandle(async (text) => {
    const picture = await new OffscreenCanvas(40, 30).getContext('2d')?.canvas.convertToBlob();
    const transfer = new DataTransfer();
    transfer.items.add(new File([picture ?? ''], 'a.png', { type: 'image/png' }));
    transfer.setData('text/plain', text);
    return transfer;
  }, words);

/** Drops words and a picture onto the field. */
const dropBoth = async (page: Page, label: string, words: string): Promise<void> => {
  const data = await holdBoth(page, words);
  await page.getByLabel(label).dispatchEvent('drop', { dataTransfer: data });
};

test('words and a picture that are pasted together both come into a message', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await composer(page).fill('Tingnan mo: ');
  await copyBoth(page, 'ang pader');
  await page.keyboard.press('Control+V');
  await expect(pictures(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('Tingnan mo: ang pader');
});

test('what is dropped anywhere in an open chat goes to its field, but for what was dragged from the chat itself', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await write(page, 'Sandali');
  await composer(page).fill('Tingnan mo:');
  await conversation(page).dispatchEvent('drop', { dataTransfer: await holdBoth(page, 'ang pader') });
  await expect(pictures(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('Tingnan mo:\nang pader');
  const words = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', 'at ang bakod');
    return transfer;
  });
  await conversation(page).dispatchEvent('drop', { dataTransfer: words });
  await expect(composer(page)).toHaveValue('Tingnan mo:\nang pader\nat ang bakod');
  await conversation(page).dispatchEvent('dragstart', { dataTransfer: words });
  await conversation(page).dispatchEvent('drop', { dataTransfer: words });
  await expect(composer(page)).toHaveValue('Tingnan mo:\nang pader\nat ang bakod');
});

test('a file that is dropped where nothing takes it does not take the place of the app', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/posts');
  const file = await holdBoth(page, '');
  const isOpened = await page.evaluate(
    (dataTransfer) =>
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })),
    file,
  );
  expect(isOpened).toBe(false);
});

test('words and a picture that are dropped together both come into a post', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Tingnan mo:');
  await dropBoth(page, 'Say something', 'ang pader');
  await expect(pictures(page)).toHaveCount(1);
  await expect(page.getByLabel('Say something')).toHaveValue('Tingnan mo:\nang pader');
});

test('a comment keeps the words that are pasted or dropped with a picture, and says that the picture stays out', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await postAs(app.origin, ana, 'Ano ang tingin ninyo?');
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await page.goto(`${app.origin}/posts/${id}`);
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  const said = page.getByText('Comments take words only. Pictures and files were left out.');
  await field.fill('Tingnan mo: ');
  await copyBoth(page, 'ang pader');
  await page.keyboard.press('Control+V');
  await expect(said).toBeVisible();
  await expect(field).toHaveValue('Tingnan mo: ang pader');
  await dropBoth(page, 'Write a comment', 'at ang bakod');
  await expect(field).toHaveValue('Tingnan mo: ang pader\nat ang bakod');
});
