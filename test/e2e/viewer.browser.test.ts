import { expect, type Locator, type Page } from '@playwright/test';
import { messagesResponse, privateChatId } from '../../protocol/index.ts';
import { pressStoppable } from '../support/browser-back.ts';
import { callAs, ownAddress, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, composer, message, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** A picture that is looked at stays, whatever becomes of the row it was opened from. */

test.use({ extraHTTPHeaders: ownAddress(), viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** Also while the picture lies over it. */
const log = (page: Page): Locator => page.locator('[role=log]');
const tiles = (page: Page): Locator =>
  log(page).getByRole('button', { name: 'Picture', exact: true, includeHidden: true });
const viewer = (page: Page): Locator => page.getByRole('dialog');
const sendPictures = async (page: Page, ...names: string[]): Promise<void> => {
  await attach(page, await Promise.all(names.map((name) => photoFile(`${name}.jpg`, name, 400, 300))));
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(
    names.length,
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

test('a picture stays open while many messages come, turns to the next, closes with back, and with its message', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await say(app.origin, ben, ana, 'Nasaan kayo?');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await sendPictures(page, 'teal', 'maroon');
  await expect(log(page).getByTitle(/^(Sent|Delivered)$/)).toBeVisible();
  await tiles(page).first().click();
  await expect(viewer(page).getByText('1 of 2')).toBeVisible();
  for (let at = 1; at <= 40; at += 1) await say(app.origin, ben, ana, `Kuwento ${at}`);
  // Its row leaves the list.
  const scrollToEnd = async (): Promise<number> => {
    await log(page).evaluate((rows) => {
      let scroller: Element | null = rows;
      while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
      scroller?.scrollTo({ top: scroller.scrollHeight });
    });
    return log(page).getByText('Kuwento 40', { exact: true }).count();
  };
  await expect.poll(scrollToEnd).toBe(1);
  await expect(tiles(page)).toHaveCount(0);
  await expect(viewer(page).getByText('1 of 2')).toBeVisible();
  await viewer(page).getByRole('button', { name: 'Next' }).click();
  await expect(viewer(page).getByText('2 of 2')).toBeVisible();
  await pressStoppable(page);
  await expect(viewer(page)).toHaveCount(0);
  await expect(message(page, 'Kuwento 40')).toBeVisible();
  await expect(composer(page)).toBeVisible();

  await sendPictures(page, 'olive');
  await tiles(page).last().click();
  await expect(viewer(page)).toBeVisible();
  const chat = privateChatId(ana.id, ben.id);
  const newest = async () =>
    (await callAs(app.origin, ben, 'GET', `/chats/${chat}/messages?perPage=1`, messagesResponse)).data.at(0);
  await expect.poll(async () => (await newest())?.media.length).toBe(1);
  await callAs(app.origin, ana, 'DELETE', `/chats/${chat}/messages/${(await newest())?.id}`);
  await expect(viewer(page)).toHaveCount(0);
  await expect(message(page, 'Message deleted')).toBeVisible();
});
