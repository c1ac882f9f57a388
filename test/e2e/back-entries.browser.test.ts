import { type BrowserContext, expect, type Page } from '@playwright/test';
import { pressStoppable } from '../support/browser-back.ts';
import { ownAddress, say } from '../support/browser-people.ts';
import { postAs, postCard } from '../support/browser-posts.ts';
import { arriveSignedIn, composer } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Back where a step cannot be stopped: it leads off an entry that shows the same screen once more, and no one sees that there is one. */

test.use({ extraHTTPHeaders: ownAddress(), viewport: { width: 390, height: 844 }, locale: 'en-US' });

/** Firefox before 147 and Safari before 26.2 have no navigation API. */
const takeNavigationAway = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation');
    if ('navigation' in window) throw new Error('It is still there');
  });

const menu = (page: Page) => page.getByRole('menu');
const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(menu(page)).toBeVisible();
};

test('without the navigation API back closes what lies over a screen, one at a time, and then leaves at the first press', async ({
  app,
  ana,
  ben,
  context,
  page,
}) => {
  await say(app.origin, ben, ana, 'Kita tayo bukas');
  await takeNavigationAway(context);
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  const root = `${app.origin}/profile/messages`;
  const chat = `${app.origin}/chats/${ben.uniqueCode}`;
  await page.getByRole('link', { name: /Ben Cruz/ }).click();
  await expect(composer(page)).toBeVisible();

  for (let turn = 0; turn < 2; turn += 1) {
    await openMenu(page);
    await pressStoppable(page);
    await expect(menu(page)).toHaveCount(0);
    await expect(page).toHaveURL(chat);
    await expect(composer(page)).toBeVisible();
  }
  // Two over each other: the search lies below the menu.
  await page.getByRole('button', { name: 'Search in this chat' }).click();
  await expect(page.getByLabel('Search in this chat').and(page.getByRole('textbox'))).toBeVisible();
  await openMenu(page);
  await pressStoppable(page);
  await expect(menu(page)).toHaveCount(0);
  await expect(page.getByLabel('Search in this chat').and(page.getByRole('textbox'))).toBeVisible();
  await pressStoppable(page);
  await expect(page.getByLabel('Search in this chat').and(page.getByRole('textbox'))).toHaveCount(0);
  await expect(page).toHaveURL(chat);

  // Closed by another hand: nothing is left that would take a second press, not even after a reload.
  await openMenu(page);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await pressStoppable(page);
  await expect(page).toHaveURL(root);
  await pressStoppable(page);
  await expect(page).not.toHaveURL(root);
});

test('without the navigation API a screen that is opened from a menu, the arrow and the tabs lead where they lead elsewhere', async ({
  app,
  ana,
  ben,
  context,
  page,
}) => {
  await say(app.origin, ben, ana, 'Kita tayo bukas');
  await takeNavigationAway(context);
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  const root = `${app.origin}/profile/messages`;
  const chat = `${app.origin}/chats/${ben.uniqueCode}`;
  await page.getByRole('link', { name: /Ben Cruz/ }).click();
  await expect(composer(page)).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await openMenu(page);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Ben Cruz' }).click();
  await expect(page).not.toHaveURL(chat);
  // It has taken the place of the twin.
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await pressStoppable(page);
  await expect(page).toHaveURL(chat);
  await expect(composer(page)).toBeVisible();
  await page.goForward();
  await expect(page).not.toHaveURL(chat);
  await pressStoppable(page);
  await expect(page).toHaveURL(chat);
  await openMenu(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(root);
});

test('after a reload of a screen that was come to from another document, back leads there at the first press', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  const elsewhere = `${app.origin}/icons/tambay.svg`;
  const chat = `${app.origin}/chats/${ben.uniqueCode}`;
  await page.goto(elsewhere);
  await page.goto(chat);
  await openMenu(page);
  await pressStoppable(page);
  await expect(menu(page)).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await pressStoppable(page);
  await expect(page).toHaveURL(elsewhere);
});

test('without the navigation API a screen that was replaced under a closed sheet is not seen again', async ({
  app,
  ana,
  context,
  page,
}) => {
  await postAs(app.origin, ana, 'Nasa dalampasigan kami');
  await takeNavigationAway(context);
  await arriveSignedIn(page, app.origin, ana, '/profile/messages');
  const root = `${app.origin}/profile/messages`;
  const mine = `${app.origin}/posts?show=mine`;
  const options = postCard(page, 'Nasa dalampasigan kami').getByRole('button', { name: 'Post options' });
  const sheet = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await options.click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'My Posts', exact: true }).click();
  await expect(page).toHaveURL(mine);

  await options.click();
  await expect(sheet).toBeVisible();
  await pressStoppable(page);
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(mine);
  await pressStoppable(page);
  await expect(page).toHaveURL(root);
  await page.goForward();
  await expect(page).toHaveURL(mine);

  await page.reload();
  await expect(options).toBeVisible();
  await expect(page).toHaveURL(mine);
  await pressStoppable(page);
  await expect(page).toHaveURL(root);
});
