import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer, openChat } from '../support/browser-steps.ts';
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

/** Drops words and a picture onto the field. */
const dropBoth = async (page: Page, label: string, words: string): Promise<void> => {
  const data = await page.evaluateHandle(async (text) => {
    const picture = await new OffscreenCanvas(40, 30).getContext('2d')?.canvas.convertToBlob();
    const transfer = new DataTransfer();
    transfer.items.add(new File([picture ?? ''], 'a.png', { type: 'image/png' }));
    transfer.setData('text/plain', text);
    return transfer;
  }, words);
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

test('words and a picture that are dropped together both come into a post', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Tingnan mo:');
  await dropBoth(page, 'Say something', 'ang pader');
  await expect(pictures(page)).toHaveCount(1);
  await expect(page.getByLabel('Say something')).toHaveValue('Tingnan mo:\nang pader');
});
