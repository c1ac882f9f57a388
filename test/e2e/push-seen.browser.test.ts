import { expect, type Page } from '@playwright/test';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, callAs, registerPerson, say } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { openPushStage, openTold, type PushStage, readShown } from '../support/browser-push.ts';
import { test } from '../support/story.ts';

const bodies = async (page: Page) => (await readShown(page)).map(({ body }) => body);

test.describe('a notification that was seen in a tunnel', () => {
  let stage: PushStage;
  test.beforeAll(async () => {
    stage = await openPushStage();
  });
  test.afterAll(async () => {
    await stage?.dispose();
  });

  test('goes away on the other device, too, though the page it was seen in is gone, and is no unsent work', async ({
    browser,
  }) => {
    const { app, service } = stage;
    const cora = await registerPerson(app.origin, 'Cora', 'Reyes');
    const dina = await registerPerson(app.origin, 'Dina', 'Uy');
    const postId = await postAs(app.origin, cora, 'Sino ang sasama?', { privacy: 'PUBLIC' });
    const { path, ...subscription } = service.subscribe();
    await callAs(app.origin, cora, 'POST', '/notifications/push/register', undefined, subscription);
    const phone = await openTold(browser, app.origin, cora);
    const laptop = await openTold(browser, app.origin, cora);
    // On the device, so that it can be read without a network; before anything is told of it.
    await laptop.page.goto(`${app.origin}/posts/${postId}`);
    await expect(laptop.page.getByText('Sino ang sasama?').first()).toBeVisible();
    await laptop.page.goto(`${app.origin}/profile/friends`);
    await callAs(app.origin, dina, 'POST', `/posts/${postId}/comments`, undefined, { content: 'Ako!' });
    const find = () => service.arrived.find((one) => one.path === path && one.payload.type === 'comment');
    await expect.poll(() => find() !== undefined).toBe(true);
    for (const { push, page } of [phone, laptop]) {
      await push(JSON.stringify(find()?.payload));
      await expect.poll(() => bodies(page)).toEqual(['Commented on your post: Ako!']);
    }

    await laptop.context.setOffline(true);
    await laptop.page.bringToFront();
    await laptop.page.goto(`${app.origin}/posts/${postId}`);
    await expect.poll(() => bodies(laptop.page)).toEqual([]);
    await expect.poll(() => dumpDatabases(laptop.page, ['outbox'])).toContain('markScreenSeen');
    // Nothing that a member waits for.
    await laptop.page.goto(`${app.origin}/profile/friends`);
    await expect(laptop.page.getByRole('link', { name: 'Me', exact: true })).toBeVisible();
    const next = await laptop.context.newPage();
    await laptop.page.close();
    await laptop.context.setOffline(false);
    await next.goto(`${app.origin}/profile/friends`);
    await expect.poll(() => dumpDatabases(next, ['outbox'])).not.toContain('markScreenSeen');

    await expect(async () => {
      await phone.page.evaluate(() => window.dispatchEvent(new Event('focus')));
      expect(await bodies(phone.page)).toEqual([]);
    }).toPass();
    for (const { context } of [phone, laptop]) await context.close();
  });

  test('goes away with its message, though nobody looks at the page', async ({ browser }) => {
    const { app, service } = stage;
    const cora = await registerPerson(app.origin, 'Cora', 'Reyes');
    const dina = await registerPerson(app.origin, 'Dina', 'Uy');
    await befriend(app.origin, cora, dina);
    const { path, ...subscription } = service.subscribe();
    await callAs(app.origin, cora, 'POST', '/notifications/push/register', undefined, subscription);
    const phone = await openTold(browser, app.origin, cora);
    // The last thing that the worker does for a push is to set the badge a second time: before that it closes what is over.
    await phone.worker.evaluate(() => {
      const badges: number[] = [];
      const setAppBadge = async (count: number) => void badges.push(count);
      Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0), badges });
    });
    const badges = () => phone.worker.evaluate(() => Reflect.get(navigator, 'badges').length);
    const { id, chatId } = await say(app.origin, dina, cora, 'Mali ang napadalhan');
    const find = () => service.arrived.find((one) => one.path === path && one.payload.type === 'message');
    await expect.poll(() => find() !== undefined).toBe(true);
    await phone.push(JSON.stringify(find()?.payload));
    await expect.poll(() => bodies(phone.page)).toEqual(['Mali ang napadalhan']);
    await expect.poll(badges).toBe(2);
    await callAs(app.origin, dina, 'DELETE', `/chats/${chatId}/messages/${id}`);
    await expect.poll(() => bodies(phone.page)).toEqual([]);
    await phone.context.close();
  });
});
