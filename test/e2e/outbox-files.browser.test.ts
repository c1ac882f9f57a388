import { expect } from '@playwright/test';
import { errorKinds, z } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, callAs, history, type Person, registerPerson } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import {
  arriveSignedIn,
  chatRow,
  confirm,
  conversation,
  expectArrived,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(({ ana: first, ben: second }) => {
  [ana, ben] = [first, second];
});

test('a picture that is still on its way stands there although its words have arrived', async ({ page }) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.context().route(/\/api\/v1\/files/, () => undefined);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('dyip.jpg', 'teal', 800, 600)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await write(page, 'Tingnan mo');
  await expectArrived(page, 'Tingnan mo');
  await page.getByRole('button', { name: 'Back' }).click();
  const me = page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ hasText: 'Me' });
  await me.click();
  await page.getByRole('link', { name: /^Outbox/ }).click();
  const file = page.getByRole('listitem').filter({ hasText: 'Picture' });
  await expect(file).toBeVisible();
  await file.getByRole('button', { name: 'Pause sending' }).click();
  await expect(file).toContainText('Paused');
  await page.goto(`${app.origin}/profile/sync-doctor`);
  await expect(file).toContainText('Paused');
  await expect(page.getByText('Nothing waits')).toHaveCount(0);
  await page.goBack();
  // The bar counts what the list shows, from the start on.
  await expect(me).toContainText('1');
  await page.reload();
  await expect(file).toContainText('Paused');
  await expect(me).toContainText('1');
  // Neither does a sign-out take it along unasked.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Send later' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: /^Outbox/ }).click();
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  // One that was refused needs somebody, as words do.
  const refuse = (code: 'quota_full' | 'unsupported_type') => {
    const { status, message: words } = errorKinds[code];
    return page
      .context()
      .route(/\/api\/v1\/files/, (route) =>
        route.fulfill({ status, json: { status, code, message: words, requestId: 'none' } }),
      );
  };
  await refuse('quota_full');
  await file.getByRole('button', { name: 'Resume sending' }).click();
  await expect(file).toContainText('There is no room for more files in your account');
  await page.goto(`${app.origin}/profile/settings`);
  await expect(page.getByText('1 item needs you')).toBeVisible();
  await page.goBack();
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await file.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await history(app.origin, ben, ana)).at(-1)?.media).toHaveLength(1);

  // Bytes that the server cannot use are not sent a second time.
  await refuse('unsupported_type');
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('kalesa.jpg', 'olive', 800, 600)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await write(page, 'At ito');
  // Its readers do not wait for it, and its sender sees why.
  await expect
    .poll(async () => (await history(app.origin, ben, ana)).at(-1)?.media.map(({ state }) => state))
    .toEqual(['withdrawn']);
  await expect(conversation(page).getByText('This type is not supported')).toBeVisible();
  await expect(conversation(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(file).toContainText('This type is not supported');
  await expect(file.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expect(file.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('the page of a captive portal is no receipt for a picture: it is sent when our server answers', async ({
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  let answered = 0;
  await page.context().route(/\/api\/v1\/files/, async (route) => {
    await route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<title>Sign in to the Wi-Fi</title>',
    });
    answered += 1;
  });
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('parola.jpg', 'teal', 800, 600)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await write(page, 'Parola');
  await expectArrived(page, 'Parola');
  await expect.poll(() => answered).toBeGreaterThan(1);
  await page.goto(`${app.origin}/profile/outbox`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Picture' })).toBeVisible();
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await history(app.origin, ben, ana)).at(-1)?.media).toMatchObject([{ state: 'ready' }]);
});

test('a picture that its words went ahead of can be given up: they stay, and nobody waits for it any more', async ({
  page,
  browser,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.context().route(/\/api\/v1\/files/, () => undefined);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('bangka.jpg', 'navy', 800, 600)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await write(page, 'Huwag na pala');
  await expectArrived(page, 'Huwag na pala');
  await page.goto(`${app.origin}/profile/outbox`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Picture' })
    .getByRole('button', { name: "Don't send" })
    .click();
  await confirm(page, "Don't send");
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await history(app.origin, ben, ana)).at(-1)).toMatchObject({ content: 'Huwag na pala' });
  await page.goto(`${app.origin}/profile/messages`);
  await openChat(page, 'Ben Cruz');
  await expect(message(page, 'Huwag na pala')).toBeVisible();
  await expect(conversation(page).getByText('Photo was not sent')).toBeVisible();
  // Nor does the other one wait for it.
  const other = await browser.newPage();
  await arriveSignedIn(other, app.origin, ben);
  await openChat(other, 'Ana Santos');
  await expect(conversation(other).getByText('Photo was not sent')).toBeVisible();
  await other.close();
});

test('a picture that was given up for one person and sent to another reaches only that one', async ({
  page,
}) => {
  const cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, cora);
  const statesFor = async (person: Person) =>
    (await history(app.origin, ana, person)).at(-1)?.media.map(({ state }) => state);
  const photo = await photoFile('bangka.jpg', 'navy', 800, 600);
  const tray = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.context().route(/\/api\/v1\/files/, (route) => route.abort());
  await openChat(page, 'Ben Cruz');
  await attach(page, [photo]);
  await expect(tray).toHaveCount(1);
  await write(page, 'Para kay Ben');
  await expectArrived(page, 'Para kay Ben');
  // The same picture lies in another tray, so it stays on the device.
  await page.goto(`${app.origin}/chats/${cora.uniqueCode}`);
  await attach(page, [photo]);
  await expect(tray).toHaveCount(1);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(chatRow(page, 'Cora Lim')).toContainText('Draft');
  await page.goto(`${app.origin}/profile/outbox`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Picture' })
    .getByRole('button', { name: "Don't send" })
    .click();
  await confirm(page, "Don't send");
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(`${app.origin}/chats/${cora.uniqueCode}`);
  await expect(tray).toHaveCount(1);
  await write(page, 'Para kay Cora');
  await expect.poll(() => statesFor(cora)).toEqual(['ready']);
  expect(await statesFor(ben)).toEqual(['withdrawn']);
});

test('a picture that two messages wait for is taken from the one that is chosen, and reaches the other', async ({
  page,
}) => {
  const dino = await registerPerson(app.origin, 'Dino', 'Lim');
  await befriend(app.origin, ana, dino);
  const statesFor = async (person: Person) =>
    (await history(app.origin, ana, person)).at(-1)?.media.map(({ state }) => state);
  const photo = await photoFile('isla.jpg', 'olive', 800, 600);
  const tray = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await arriveSignedIn(page, app.origin, ana);
  await waitForShell(page);
  await page.context().route(/\/api\/v1\/files/, (route) => route.abort());
  for (const person of [ben, dino]) {
    await page.goto(`${app.origin}/chats/${person.uniqueCode}`);
    await attach(page, [photo]);
    await expect(tray).toHaveCount(1);
    await write(page, `Isla para kay ${person.firstName}`);
    await expectArrived(page, `Isla para kay ${person.firstName}`);
  }
  await page.goto(`${app.origin}/profile/outbox`);
  const part = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: 'Picture' })
      .locator('div')
      .filter({ hasText: `Picture · ${name}` });
  await part('Ben Cruz').getByRole('button', { name: "Don't send" }).last().click();
  await confirm(page, "Don't send");
  await expect.poll(() => statesFor(ben)).toEqual(['withdrawn']);
  expect(await statesFor(dino)).toEqual(['awaited']);
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await expect.poll(() => statesFor(dino), { timeout: 60_000 }).toEqual(['ready']);
  expect(await statesFor(ben)).toEqual(['withdrawn']);
});

test('a picture is sent although the code that makes it small in the background cannot be had', async ({
  page,
}) => {
  let asked = 0;
  await page.context().route(/picture-worker/, (route) => {
    asked += 1;
    return route.abort();
  });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await attach(page, [await photoFile('bangka.jpg', 'navy', 800, 600)]);
  await write(page, 'Walang network');
  await expect
    .poll(async () => (await history(app.origin, ana, ben)).at(-1)?.media.map(({ state }) => state))
    .toEqual(['ready']);
  expect(asked).toBeGreaterThan(0);
});

test('a post that waits for its picture says so and how far that is, and can be stopped and sent on', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/posts');
  await waitForShell(page);
  await page.context().route(/\/api\/v1\/files/, () => undefined);
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Say something').fill('Hapon sa tabing-dagat');
  await attach(page, [await photoFile('dagat.jpg', 'teal', 800, 600)]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Post successfully created')).toBeVisible();
  await page.goto(`${app.origin}/profile/outbox`);
  const post = page.getByRole('listitem').filter({ hasText: '“Hapon sa tabing-dagat”' });
  await expect(post).toContainText('Its files go first');
  await post.getByRole('button', { name: 'Pause sending' }).click();
  await expect(post).toContainText('Paused');
  await page.goto(`${app.origin}/profile/sync-doctor`);
  await expect(page.getByText('Its files go first.')).toBeVisible();
  await page.goBack();
  await context.setOffline(true);
  await expect(post).toContainText('Waits for a signal');
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await expect(post).toContainText('Paused');
  await post.getByRole('button', { name: 'Resume sending' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const posts = z.object({ data: z.array(z.object({ content: z.string(), media: z.array(z.unknown()) })) });
  const { data } = await callAs(app.origin, ana, 'GET', '/posts?perPage=100', posts);
  expect(data.filter(({ content }) => content === 'Hapon sa tabing-dagat')).toMatchObject([
    { media: [expect.anything()] },
  ]);
});

test('a picture that is refused takes no name along, and is not offered to be tried again', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, app.origin, ana, '/profile/update');
  await waitForShell(page);
  await page.reload();
  const { status, message: words } = errorKinds.unsupported_type;
  await page.context().route(/\/api\/v1\/files/, (route) =>
    route.fulfill({
      status,
      json: { status, code: 'unsupported_type', message: words, requestId: 'none' },
    }),
  );
  await context.setOffline(true);
  await attach(page, [await photoFile('ako.jpg', 'teal', 400, 400)]);
  await expect(page.getByText('Your profile is saved and sent when there is a signal.')).toBeVisible();
  await page.getByLabel('First name').fill('Anabelle');
  await page.getByRole('button', { name: 'Save' }).click();
  // The form closes once the change is stored.
  await expect(page).not.toHaveURL(/update/);
  await page.goto(`${app.origin}/profile/outbox`);
  const row = (what: string) => page.getByRole('listitem').filter({ hasText: what });
  await expect(row('Changed profile')).toContainText('Waits');
  await expect(row('Changed picture')).toContainText('Waits for a signal');
  await context.setOffline(false);
  await expect(row('Changed picture')).toContainText('This type is not supported');
  await expect(row('Changed profile')).toHaveCount(0);
  await expect(row('Changed picture').getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await row('Changed picture').getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'Discard');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const profile = z.object({ data: z.object({ firstName: z.string() }) });
  expect(await callAs(app.origin, ben, 'GET', `/users/unique-code/${ana.uniqueCode}`, profile)).toMatchObject(
    {
      data: { firstName: 'Anabelle' },
    },
  );
});
