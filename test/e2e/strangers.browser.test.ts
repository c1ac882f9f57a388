import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type StrangersStatus, strangersResponse } from '../../protocol/index.ts';
import { SEEN_AFTER_MS } from '../../src/app/seen-tracker.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(async () => {
  await app?.dispose();
});

/** Every byte that reaches a browser, its service worker's too: addresses, headers, bodies, socket frames; and what it keeps. */
const listen = (page: Page) => {
  const received: string[] = [];
  const reading: Promise<void>[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString('latin1')));
  });
  page.context().on('response', (response) => {
    received.push(response.url(), JSON.stringify(response.headers()));
    const read = response.body().then(
      (body) => received.push(body.toString('latin1')),
      // A redirect has no body, nor has what was cut.
      () => 0,
    );
    reading.push(read.then(() => undefined));
  });
  const kept = () =>
    page.evaluate(async () => {
      const words = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          words.push(request.url, (await (await cache.match(request))?.text()) ?? '');
        }
      }
      return words.join('\n');
    });
  return {
    all: async () => {
      await Promise.all(reading);
      return [...received, await dumpDatabases(page), await kept()].join('\n');
    },
  };
};

const enter = async (page: Page, who: Person): Promise<void> => {
  await arriveSignedIn(page, app.origin, who);
  await page.getByRole('link', { name: 'New message' }).click();
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

const statusOf = async ({ token }: Person): Promise<StrangersStatus> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.origin}/api/v1/strangers`, { headers });
  return strangersResponse.parse(await answer.json()).data;
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
  const listeners = [listen(one), listen(two)];
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
  // Letters twice as large get a second line, not over each other.
  const letters = (size: string) =>
    one.evaluate((set) => document.documentElement.style.setProperty('font-size', set), size);
  await letters('200%');
  for (const exit of await exits(one).getByRole('button').all())
    expect(await exit.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await letters('100%');
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
  // What a camera writes into a picture, and what its owner has called it.
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Benigno Cruz', Copyright: ben.email } })
    .jpeg()
    .toBuffer();
  expect(buffer.toString('latin1')).toContain('Benigno Cruz');
  await two
    .locator('input[type=file]')
    .setInputFiles({ name: 'Benigno-Cruz.jpg', mimeType: 'image/jpeg', buffer });
  const veil = one.getByRole('button', { name: 'A picture. Tap to see it.' });
  await expect(veil).toBeVisible({ timeout: 20_000 });
  await veil.click();
  await expect(one.getByRole('img', { name: 'Picture' })).toBeVisible();
  for (const page of [one, two]) expect(await findBarriers(page)).toEqual([]);

  const secretsOf = ({ id, uniqueCode, firstName, lastName, email }: Person) => [
    ...[id, uniqueCode, firstName, lastName, email],
  ];
  const [toAna = '', toBen = ''] = await Promise.all(listeners.map((one) => one.all()));
  for (const words of ['Mabuti naman', ana.firstName]) expect(toAna).toContain(words);
  for (const words of ['Kumusta? https://example.org', ben.firstName]) expect(toBen).toContain(words);
  for (const secret of secretsOf(ben)) expect(toAna).not.toContain(secret);
  for (const secret of secretsOf(ana)) expect(toBen).not.toContain(secret);
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
  // Gone with one tap in a tunnel, too: the other learns of it when the network is back.
  await contexts[pages.indexOf(second)]?.setOffline(true);
  await end(second, 'Block');
  await expect(exits(second)).toHaveCount(0);
  await expect(second.getByText('Meeting somebody needs a network')).toBeVisible();
  await expect(exits(elsa)).toBeVisible();
  const isBlocked = second.getByText('You will not meet this person again').first().waitFor();
  await contexts[pages.indexOf(second)]?.setOffline(false);
  await isBlocked;
  await expect(elsa.getByText(/has left\./).first()).toBeVisible();
  await expect(second.getByRole('button', { name: 'Find a stranger' })).toBeVisible();
  for (const context of contexts) await context.close();
});

test('a block in a tunnel outlives the page that it was tapped on', async ({ browser }) => {
  const [contexts, pages]: [BrowserContext[], Page[]] = [[], []];
  for (const name of ['Fe', 'Gil']) {
    const page = await newPage(contexts, () => browser.newContext());
    await enter(page, await registerPerson(app.origin, name));
    await agree(page);
    await find(page);
    pages.push(page);
  }
  const [fe, gil] = pages;
  if (!fe || !gil) throw new Error('Two pages');
  await expect(exits(fe)).toBeVisible({ timeout: 20_000 });
  await fe.context().setOffline(true);
  await exits(fe).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(exits(fe)).toHaveCount(0);
  const left = fe.context();
  await fe.close();
  await left.setOffline(false);
  const again = await left.newPage();
  await again.goto(`${app.origin}/strangers`);
  // Long before the minute after which silence ends a chat.
  await expect(gil.getByText(/has left\./).first()).toBeVisible({ timeout: 20_000 });
  await expect(again.getByRole('button', { name: 'Find a stranger' })).toBeVisible();
  for (const context of contexts) await context.close();
});

test('nobody there is said after a minute, with the offer to be told; who is not 18 is told so', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const fe = await registerPerson(app.origin, 'Fe');
  await enter(page, fe);
  await agree(page);
  await page.clock.install();
  await find(page);
  await expect(page.getByText('Looking for somebody…')).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Nobody right now')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me when somebody is there' }).click();
  await expect(page.getByText('You will get one notification within the next six hours')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tell me when somebody is there' })).toHaveCount(0);
  await page.reload();
  // The wish is the server's, and what was chosen can be changed without leaving.
  const { willBeTold } = await statusOf(fe);
  expect(willBeTold).toBe(true);
  await page.getByRole('button', { name: 'Language and interests' }).click();
  await expect(page.getByRole('button', { name: 'Music', pressed: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Filipino' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Find a stranger' })).toBeVisible();
  expect((await statusOf(fe)).settings).toEqual({ optedIn: true, language: 'fil', interests: ['music'] });
  await page.getByRole('button', { name: 'Stop meeting strangers' }).click();
  await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeDisabled();
  expect((await statusOf(fe)).willBeTold).toBe(false);

  const birthDate = `${new Date().getFullYear() - 17}-01-01`;
  const gina = await registerPerson(app.origin, 'Gina', 'Reyes', { birthDate });
  const minors = await newPage([], () => browser.newContext());
  await enter(minors, gina);
  await expect(minors.getByText('Meet Stranger is for people who are 18 or older')).toBeVisible();
  await expect(minors.getByRole('button', { name: 'Agree and continue' })).toHaveCount(0);
  await minors.context().close();
  await context.close();
});

test('what a stranger says under an open sheet is seen when the sheet is gone', async ({ browser }) => {
  test.setTimeout(180_000);
  const contexts: BrowserContext[] = [];
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  const one = await newPage(contexts, () => browser.newContext());
  const two = await newPage(contexts, () => browser.newContext());
  for (const [page, who] of [
    [one, ana],
    [two, ben],
  ] as const) {
    await enter(page, who);
    await agree(page);
    await find(page);
  }
  await expect(exits(two)).toBeVisible();
  const states = (state: string) => one.getByRole('log').getByTitle(state, { exact: true });
  await say(one, 'Kita mo?');
  await expect(states('Seen')).toHaveCount(1);
  await exits(two).getByRole('button', { name: 'Report', exact: true }).click();
  await expect(two.getByRole('dialog')).toBeVisible();
  await say(one, 'At ito?');
  await expect(two.getByText('At ito?')).toBeAttached();
  // Three times as long as a message has to be looked at.
  const until = (await two.evaluate(() => performance.now())) + 3 * SEEN_AFTER_MS;
  await two.waitForFunction((time) => performance.now() > time, until);
  await expect(states('Sent')).toHaveCount(1);
  await expect(states('Seen')).toHaveCount(1);
  await two.keyboard.press('Escape');
  await expect(states('Seen')).toHaveCount(2);
  for (const context of contexts) await context.close();
});
