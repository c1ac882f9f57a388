import { expect, type Page } from '@playwright/test';
import { befriend, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer, conversation, openChat, waitForShell } from '../support/browser-steps.ts';
import { openPreviewStage, type PreviewStage } from '../support/preview-stage.ts';
import { test } from '../support/story.ts';

let stage: PreviewStage;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  stage = await openPreviewStage();
});
test.afterAll(() => stage.dispose());
test.beforeEach(async () => {
  ana = await registerPerson(stage.app.origin, 'Ana', 'Santos');
  ben = await registerPerson(stage.app.origin, 'Ben', 'Cruz');
  await befriend(stage.app.origin, ana, ben);
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, title: string) => conversation(page).getByRole('link', { name: title });
const question = (page: Page) => main(page).getByRole('group', { name: /^Add a preview of/ });
const willBeAdded = (page: Page) => main(page).getByText('A preview will be added');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
/** The words of a message are cut at its link. */
const sent = (page: Page, words: string) =>
  conversation(page).getByRole('article').filter({ hasText: words });
const choose = async (page: Page, words: string, action: string): Promise<void> => {
  await sent(page, words).locator('[dir=auto]').first().click({ button: 'right' });
  const options = page.getByRole('dialog', { name: 'Message options' });
  await options.getByRole('button', { name: action, exact: true }).click();
  await expect(options).toHaveCount(0);
};

test('a link that is sent in a tunnel is there at once, its preview when the server has looked, and then without a network', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const { app, site } = stage;
  const link = await stage.article('/batad', 'Sunrise at Batad');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await openChat(page, 'Ben Cruz');
  const bensContext = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const bens = await bensContext.newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await waitForShell(bens);
  await openChat(bens, 'Ana Santos');

  await context.setOffline(true);
  await composer(page).fill(`Tara! ${link}`);
  // Asked once, and the answer is kept without a network, too.
  await expect(question(page)).toContainText('news.example');
  await question(page).getByRole('button', { name: 'Always add' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(willBeAdded(page)).toBeVisible();
  await send(page);
  await expect(sent(page, 'Tara!')).toBeVisible();
  await expect(willBeAdded(page)).toHaveCount(0);
  await page.reload();
  await expect(sent(page, 'Tara!')).toContainText('https://news.example/batad');
  expect(stage.askedFor('/batad')).toBe(0);

  // The site is slow; the message is not held back for it.
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page200 = (title: string) => `<title>${title}</title><meta property="og:image" content="/batad.png">`;
  site.answer('news.example/batad', (response) => {
    void isReleased.then(() =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page200('Sunrise at Batad')),
    );
  });
  await context.setOffline(false);
  await expect(sent(bens, 'Tara!')).toBeVisible();
  await expect(card(bens, 'Sunrise at Batad')).toHaveCount(0);
  release();
  for (const screen of [page, bens]) {
    const shown = card(screen, 'Sunrise at Batad');
    await expect(shown).toBeVisible();
    await expect(shown).toHaveAttribute('href', link);
    await expect(shown).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(shown).toContainText('news.example');
    await expect(shown.locator('img')).toHaveJSProperty('complete', true);
  }
  expect([stage.askedFor('/batad'), stage.askedFor('/batad.png')]).toEqual([1, 1]);

  await bensContext.setOffline(true);
  await bens.reload();
  await expect(card(bens, 'Sunrise at Batad')).toBeVisible();
  await expect
    .poll(() =>
      card(bens, 'Sunrise at Batad')
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect([stage.askedFor('/batad'), stage.askedFor('/batad.png')]).toEqual([1, 1]);
  await bensContext.setOffline(false);

  // Ben, who was not asked yet, in Filipino.
  await bens.evaluate(() => localStorage.setItem('tambay.language', 'fil'));
  await bens.reload();
  await main(bens).getByRole('textbox').last().fill(`Salamat! ${link}`);
  const asked = main(bens).getByRole('group', { name: 'Lagyan ng preview ang news.example?' });
  await asked.getByRole('button', { name: 'Huwag lagyan' }).click();
  await expect(asked).toHaveCount(0);
  await bens.getByRole('button', { name: 'Ipadala', exact: true }).click();
  await expect(sent(page, 'Salamat!')).toBeVisible();
  await expect(sent(page, 'Salamat!').getByRole('link', { name: 'Sunrise at Batad' })).toHaveCount(0);
  await bensContext.close();
});

test('a preview is taken away before sending, by an edit, and from a message that is there', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  const { app } = stage;
  const first = await stage.article('/first', 'The first page');
  const second = await stage.article('/second', 'The second page');
  await arriveSignedIn(page, app.origin, ana, '/profile/settings/privacy');
  const setting = main(page).getByRole('switch', { name: 'Previews of links I send' });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await expect(setting).toBeChecked();
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  const bens = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');

  await composer(page).fill(`Wala nito: ${first}`);
  await expect(willBeAdded(page)).toBeVisible();
  await main(page).getByRole('button', { name: 'Send without a preview' }).click();
  await expect(willBeAdded(page)).toHaveCount(0);
  await send(page);
  await expect(sent(bens, 'Wala nito')).toBeVisible();

  await composer(page).fill(`Mayroon: ${first}`);
  await expect(willBeAdded(page)).toBeVisible();
  await send(page);
  await expect(card(bens, 'The first page')).toHaveCount(1);
  await expect(sent(bens, 'Mayroon').getByRole('link', { name: 'The first page' })).toBeVisible();
  await expect(card(page, 'The first page')).toBeVisible();

  await choose(page, 'Mayroon', 'Edit');
  await expect(willBeAdded(page)).toBeVisible();
  await composer(page).fill(`Ito pala: ${second}`);
  await send(page);
  await expect(card(page, 'The first page')).toHaveCount(0);
  await expect(card(bens, 'The second page')).toBeVisible();
  await expect(card(bens, 'The first page')).toHaveCount(0);

  // Without a network, at once on one's own screen.
  await expect(card(page, 'The second page')).toBeVisible();
  await context.setOffline(true);
  await choose(page, 'Ito pala', 'Remove preview');
  await expect(card(page, 'The second page')).toHaveCount(0);
  await expect(card(bens, 'The second page')).toBeVisible();
  await context.setOffline(false);
  await expect(card(bens, 'The second page')).toHaveCount(0);
  await expect(sent(bens, 'Ito pala')).toContainText(second);
  expect(stage.askedFor('/first')).toBe(1);
});
