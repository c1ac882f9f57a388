import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, bubble, conversation, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** On a desk and on phones other than Android's, the browser's back button closes what lies on top (docs/decisions/0019). */

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Kita tayo bukas');
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** As the button of the browser does: it waits for no load, because there is none. */
const back = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  const entryId = entries[currentIndex - 1]?.id;
  if (entryId === undefined) throw new Error('Nothing to go back to');
  await session.send('Page.navigateToHistoryEntry', { entryId });
  await session.detach();
};

test('back closes the picture, the sheet, the menu and the question, one by one, and then leaves the chat', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const address = page.url();
  await attach(page, [await photoFile('dagat.jpg', 'teal')]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog');

  await conversation(page).getByRole('button', { name: 'Picture' }).click();
  await expect(dialog).toBeVisible();
  await back(page);
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(address);

  await bubble(page, 'Kita tayo bukas').click({ button: 'right' });
  await expect(dialog).toBeVisible();
  await back(page);
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await back(page);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(message(page, 'Kita tayo bukas')).toBeVisible();
  expect(page.url()).toBe(address);

  await page.getByText('Kita tayo bukas').first().click();
  await back(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible();
});
