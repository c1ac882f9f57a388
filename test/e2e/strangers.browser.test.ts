import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});

/** Everything that reaches a page: answers and socket frames, as text. */
const listen = (page: Page): { all: () => string } => {
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()));
  });
  page.on('response', (response) => {
    if (!response.url().includes('/api/v1/')) return;
    heard.push(response.url(), JSON.stringify(response.headers()));
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    );
  });
  return { all: () => heard.join('\n') };
};

const enter = async (page: Page, who: Person): Promise<void> => {
  await arriveSignedIn(page, app.origin, who);
  await page.getByRole('link', { name: 'Meet Stranger' }).click();
};

const agree = async (page: Page): Promise<void> => {
  const save = page.getByRole('button', { name: 'Agree and continue' });
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Music' }).click();
  await page.getByRole('switch', { name: 'I am 18 or older' }).click();
  await page.getByRole('switch', { name: 'I want to meet strangers' }).click();
  await save.click();
};

const find = (page: Page) => page.getByRole('button', { name: 'Find a stranger' }).click();
const exits = (page: Page) => page.getByRole('toolbar', { name: 'Leave this chat' });
const field = (page: Page) => page.getByRole('textbox', { name: /^Write to / });
const say = async (page: Page, words: string): Promise<void> => {
  await field(page).fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

const newPage = async (contexts: BrowserContext[], open: () => Promise<BrowserContext>): Promise<Page> => {
  const context = await open();
  contexts.push(context);
  return context.newPage();
};

test('two strangers meet, talk, show a picture and become friends; until then nothing tells who they are', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const contexts: BrowserContext[] = [];
  const ana = await registerPerson(app.origin, 'Anastacia', 'Santos');
  const ben = await registerPerson(app.origin, 'Benigno', 'Cruz');
  const one = await newPage(contexts, () => browser.newContext());
  const two = await newPage(contexts, () => browser.newContext());
  const heard = [listen(one), listen(two)];
  await enter(one, ana);
  await agree(one);
  await find(one);
  await expect(one.getByText('Looking for somebody…')).toBeVisible();
  await enter(two, ben);
  await agree(two);
  await find(two);
  for (const page of [one, two]) {
    await expect(exits(page)).toBeVisible();
    for (const name of ['Next', 'End', 'Block', 'Report'])
      await expect(exits(page).getByRole('button', { name, exact: true })).toBeInViewport();
  }
  await say(one, 'Kumusta? https://example.org 🌴');
  await expect(two.getByText('Kumusta? https://example.org')).toBeVisible();
  await expect(two.getByRole('log').getByRole('link')).toHaveCount(0);
  await say(two, 'Mabuti naman');
  await expect(one.getByText('Mabuti naman')).toBeVisible();

  // The link drops, the other is told, and it goes on where it was.
  await contexts[1]?.setOffline(true);
  await expect(one.getByRole('status').filter({ hasText: 'is reconnecting…' })).toBeVisible({
    timeout: 40_000,
  });
  await contexts[1]?.setOffline(false);
  await expect(one.getByRole('status').filter({ hasText: 'is reconnecting…' })).toBeHidden({
    timeout: 40_000,
  });
  await say(one, 'Nandiyan ka pa?');
  await expect(two.getByText('Nandiyan ka pa?')).toBeVisible({ timeout: 20_000 });

  await one.getByRole('button', { name: 'Allow photos' }).click();
  await expect(two.getByText('allows photos')).toBeVisible();
  await two.getByRole('button', { name: 'Allow photos' }).click();
  const bytes = await two.screenshot();
  await two
    .locator('input[type=file]')
    .setInputFiles({ name: 'Benigno-Cruz.png', mimeType: 'image/png', buffer: bytes });
  const veil = one.getByRole('button', { name: 'A picture. Tap to see it.' });
  await expect(veil).toBeVisible({ timeout: 20_000 });
  await veil.click();
  await expect(one.getByRole('img', { name: 'Picture' })).toBeVisible();

  const secretsOf = ({ id, uniqueCode, firstName, lastName, email }: Person) => [
    ...[id, uniqueCode, firstName, lastName, email],
  ];
  for (const secret of secretsOf(ben)) expect(heard[0]?.all()).not.toContain(secret);
  for (const secret of secretsOf(ana)) expect(heard[1]?.all()).not.toContain(secret);
  for (const secret of [...secretsOf(ana), ...secretsOf(ben)]) expect(app.output()).not.toContain(secret);

  await one.getByRole('button', { name: 'Add friend' }).click();
  await expect(two.getByText('would like to be friends')).toBeVisible();
  await two.getByRole('button', { name: 'Add friend' }).click();
  await expect(one.getByText('You are friends now.').first()).toBeVisible();
  await one.getByRole('button', { name: 'Open your chat' }).click();
  await expect(one.getByRole('link', { name: /Benigno Cruz/ }).first()).toBeVisible();
  await expect(one.getByText('Mabuti naman')).toBeHidden();
  for (const context of contexts) await context.close();
});

test('a bad stranger is gone with one tap: next, block, report', async ({ browser }) => {
  test.setTimeout(240_000);
  const contexts: BrowserContext[] = [];
  const pages: Page[] = [];
  for (const name of ['Carla', 'Dino', 'Elsa']) {
    const page = await newPage(contexts, () => browser.newContext());
    await enter(page, await registerPerson(app.origin, name));
    await agree(page);
    pages.push(page);
  }
  const [carla, dino, elsa] = pages;
  if (!carla || !dino || !elsa) throw new Error('Three pages');
  const end = (page: Page, name: string) => exits(page).getByRole('button', { name, exact: true }).click();
  await find(carla);
  await find(dino);
  await expect(exits(carla)).toBeVisible();
  await end(carla, 'Block');
  await expect(dino.getByText(/has left\./).first()).toBeVisible();
  await expect(carla.getByRole('button', { name: 'Find a stranger' })).toBeVisible();
  await dino.getByRole('button', { name: 'Close' }).click();
  // The two never meet again; a third is met by both.
  await find(carla);
  await find(dino);
  await expect(dino.getByText('Looking for somebody…')).toBeVisible();
  await find(elsa);
  await expect(exits(elsa)).toBeVisible({ timeout: 20_000 });
  await say(elsa, 'Something bad');
  const first = (await exits(carla).isVisible()) ? carla : dino;
  const second = first === carla ? dino : carla;
  await expect(first.getByText('Something bad')).toBeVisible();
  await end(first, 'Report');
  await first.getByRole('radio', { name: 'Harassment or bullying' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(elsa.getByText(/has left\./).first()).toBeVisible({ timeout: 20_000 });
  await elsa.getByRole('button', { name: 'Next' }).click();
  await expect(exits(second)).toBeVisible({ timeout: 30_000 });
  await end(second, 'Next');
  await expect(second.getByText('Looking for somebody…')).toBeVisible();
  await contexts[pages.indexOf(second)]?.setOffline(true);
  await expect(second.getByText('Meeting somebody needs a network')).toBeVisible({ timeout: 30_000 });
  for (const context of contexts) await context.close();
});
