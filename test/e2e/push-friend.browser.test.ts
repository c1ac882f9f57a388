import { expect } from '@playwright/test';
import { friendshipId } from '../../protocol/index.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, callAs, registerPerson, request, say } from '../support/browser-people.ts';
import { createPusher, openPushStage, openTold, type PushStage, subscribe } from '../support/browser-push.ts';
import { arriveSignedIn, chatRow, composer } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test.describe('a friend request that is accepted while the app is closed', () => {
  let stage: PushStage;
  test.beforeAll(async () => {
    stage = await openPushStage();
  });
  test.afterAll(async () => {
    await stage?.dispose();
  });

  test('is told when the app is opened, though the worker knew before, and stands on top until it is opened', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    const cora = await registerPerson(app.origin, 'Cora', 'Lim');
    await befriend(app.origin, ana, cora);
    // They had a chat, and ended their friendship.
    await befriend(app.origin, ana, ben);
    await say(app.origin, ben, ana, 'Paalam muna');
    await callAs(app.origin, ana, 'DELETE', `/users/friends/${friendshipId(ana.id, ben.id)}`);
    await say(app.origin, cora, ana, 'Magandang umaga');
    await request(app.origin, ana, ben);

    const { context, page } = await openTold(browser, proxy.origin, ana);
    await subscribe(stage, ana);
    const rows = page.getByRole('main').locator('[data-chat]');
    await expect(rows.first()).toContainText('Cora Lim');
    await page.goto(`${proxy.origin}/profile/friend-requests`);
    await expect(page.getByText('Waiting for an answer')).toBeVisible();

    const blank = await context.newPage();
    await blank.goto(`${proxy.origin}/icons/tambay.svg`);
    const push = await createPusher(context, blank, proxy.origin);
    await page.close();
    const id = friendshipId(ana.id, ben.id);
    await callAs(app.origin, ben, 'PATCH', `/users/friends/${id}/accept`);
    const arrived = () => stage.service.arrived.find(({ payload }) => payload.type === 'friendAccepted');
    await expect.poll(() => arrived() !== undefined).toBe(true);
    await push(JSON.stringify(arrived()?.payload));
    await expect.poll(() => dumpDatabases(blank, ['friendships'])).not.toContain('PENDING');

    await arriveSignedIn(blank, proxy.origin, ana);
    await expect(blank.getByText('Ben Cruz is your friend now')).toBeVisible();
    await expect(blank.getByRole('main').locator('[data-chat]').first()).toContainText('Ben Cruz');
    await expect(chatRow(blank, 'Ben Cruz')).toContainText('New friend');
    const tab = blank.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Chats/ });
    await expect(tab).toContainText('3 new');

    await chatRow(blank, 'Ben Cruz').click();
    await expect(composer(blank)).toBeVisible();
    await blank.goBack();
    await expect(chatRow(blank, 'Ben Cruz')).not.toContainText('New friend');
    await expect(tab).not.toContainText('new');
    await context.close();
  });
});
