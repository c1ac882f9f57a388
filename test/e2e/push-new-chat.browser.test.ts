import { expect } from '@playwright/test';
import { chatResponse } from '../../protocol/index.ts';
import { befriend, callAs, registerPerson } from '../support/browser-people.ts';
import {
  openPushStage,
  openTold,
  type PushStage,
  readShown,
  subscribe,
  tap,
} from '../support/browser-push.ts';
import { message } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test.describe('a push about a chat that this device has never pulled', () => {
  let stage: PushStage;
  test.beforeAll(async () => {
    stage = await openPushStage();
  });
  test.afterAll(async () => {
    await stage?.dispose();
  });

  test('leads to a screen that says so without a network, and opens by itself, never as a chat to join', async ({
    browser,
  }) => {
    const { app, proxy } = stage;
    const ana = await registerPerson(app.origin, 'Ana', 'Santos');
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
    const told = await subscribe(stage, ben);
    const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);

    proxy.setDown(true);
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
    const body = { type: 'GROUP', name: 'Barkada', users: [ben.id] };
    const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
    await callAs(app.origin, ana, 'POST', `/chats/${chat.id}/messages`, undefined, { content: 'Tara na!' });
    await push(await told('Tara na!'));
    await expect
      .poll(async () => (await readShown(page)).map(({ title }) => title))
      .toEqual(['Ana Santos · Barkada']);
    await tap(worker);
    await expect(page).toHaveURL(`${proxy.origin}/chats/${chat.uniqueCode}`);
    await expect(page.getByText('This chat is not on this device yet')).toBeVisible();
    await expect(page.getByText('opens by itself, as soon as there is a connection')).toBeVisible();

    // The code is answered before the first pull: a member has nothing to join.
    const isPull = ({ path }: { path: string }) => path.endsWith('/sync/pull');
    proxy.inject({ kind: 'delay', ms: 5_000 }, { matches: isPull });
    const first = Promise.race([
      page
        .getByRole('button', { name: 'Join' })
        .waitFor()
        .then(() => 'a chat to join'),
      message(page, 'Tara na!')
        .waitFor()
        .then(() => 'the chat'),
    ]);
    proxy.setDown(false);
    expect(await first).toBe('the chat');
    await context.close();
  });
});
