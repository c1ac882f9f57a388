import { expect, type Locator } from '@playwright/test';
import { befriend, registerPerson, say } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, message, openChat, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

const top = async (place: Locator): Promise<number> =>
  Math.round((await place.boundingBox())?.y ?? Number.NaN);

test('a network that goes and comes back moves nothing that is read, and the first row can be pulled out from under the strip', async ({
  app,
  page,
  context,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Nasaan ka na?');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  const row = chatRow(page, 'Ben Cruz');
  const strip = page.getByRole('status').filter({ hasText: 'Offline' });
  await expect(row).toContainText('Nasaan ka na?');
  const rowAt = await top(row);

  await context.setOffline(true);
  await expect(strip).toBeVisible();
  expect(await top(row)).toBe(rowAt);
  await row.hover();
  await page.mouse.wheel(0, -200);
  const stripBox = await strip.boundingBox();
  await expect.poll(() => top(row)).toBeGreaterThanOrEqual((stripBox?.y ?? 0) + (stripBox?.height ?? 0));

  const pulled = await top(row);
  await context.setOffline(false);
  await expect(strip).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Up to date' })).toBeVisible();
  expect(await top(row)).toBe(pulled);

  await openChat(page, 'Ben Cruz');
  const words = message(page, 'Nasaan ka na?');
  await expect(words).toBeVisible();
  const wordsAt = await top(words);
  await context.setOffline(true);
  await expect(strip).toBeVisible();
  expect(await top(words)).toBe(wordsAt);
  await context.setOffline(false);
  await expect(strip).toBeHidden();
  expect(await top(words)).toBe(wordsAt);

  // Without a network from the start: the strip stands before anything is read, and covers nothing.
  await context.setOffline(true);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(strip).toBeVisible();
  await expect(row).toContainText('Nasaan ka na?');
  expect(await top(row)).toBe(pulled);
});
