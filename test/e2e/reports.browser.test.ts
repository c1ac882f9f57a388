import { expect, type Page } from '@playwright/test';
import { moderationReportsResponse, newId } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, type Person, registerPerson, request, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  composer,
  message,
  openChat,
  waitForShell,
  write,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
let moderator: Person;
test.beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  moderator = await registerPerson(app.origin, 'Moda', 'Reyes');
  await befriend(app.origin, ana, ben);
  await app.stop();
  await app.start({ MODERATORS: moderator.uniqueCode });
});
test.afterAll(async () => {
  await app?.dispose();
});

/** Fills the open sheet in and sends it; it is kept on the device when this returns. */
const sendReport = async (page: Page, reason = 'Spam or a scam'): Promise<void> => {
  const sheet = page.getByRole('dialog', { name: 'Report' });
  await sheet.getByRole('radio', { name: reason }).click();
  expect(await findBarriers(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('Thank you. The moderators will look at it.').first()).toBeVisible();
  await expect(sheet).toHaveCount(0);
};

/** The newest report about something, as a moderator reads it. */
const reportAbout = async (targetId: string) => {
  const { data } = await callAs(
    app.origin,
    moderator,
    'GET',
    '/moderation/reports',
    moderationReportsResponse,
  );
  return data.findLast((report) => report.targetId === targetId);
};

const makeChat = async (type: 'GROUP' | 'PUBLIC', name: string, users: string[]): Promise<string> => {
  const id = newId();
  await callAs(app.origin, ben, 'POST', '/chats', undefined, { id, type, name, users });
  await callAs(app.origin, ben, 'POST', `/chats/${id}/messages`, undefined, { content: 'Kita agad!' });
  return id;
};

test('a group is reported without a network, with what was on the screen, and a moderator closes it', async ({
  page,
  context,
}) => {
  const chatId = await makeChat('GROUP', 'Negosyo Tayo', [ana.id]);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Negosyo Tayo');
  await expect(message(page, 'Kita agad!')).toBeVisible();
  await waitForShell(page);
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^Negosyo Tayo/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Report chat' }).click();
  await sendReport(page);
  expect(await reportAbout(chatId)).toBeUndefined();
  await page.reload();
  await context.setOffline(false);
  await expect
    .poll(() => reportAbout(chatId))
    .toMatchObject({
      kind: 'chat',
      reason: 'spam',
      reporter: { id: ana.id },
      accused: { id: ben.id },
      claim: { text: 'Negosyo Tayo\nBen Cruz: Kita agad!', signature: 'valid' },
      evidence: { text: 'Negosyo Tayo\nBen: Kita agad!' },
      isRemovable: true,
    });
  const report = await reportAbout(chatId);
  await callAs(app.origin, moderator, 'POST', `/moderation/reports/${report?.id}/remove`);
  await page.goto(`${app.origin}/profile/messages`);
  await expect(page.getByRole('link').filter({ hasText: 'Negosyo Tayo' })).toHaveCount(0);
});

test('a person is reported from the chat with them and from their request, a chat before one joins it', async ({
  page,
}) => {
  const eve = await registerPerson(app.origin, 'Eve', 'Go');
  await say(app.origin, ben, ana, 'Bili na');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report person' }).click();
  await sendReport(page, 'Harassment or bullying');
  await expect.poll(() => reportAbout(ben.id)).toMatchObject({ kind: 'person', claim: { text: 'Ben Cruz' } });

  await request(app.origin, eve, ana);
  await arriveSignedIn(page, app.origin, eve);
  await page.goto(`${app.origin}/chats/${ana.uniqueCode}`);
  await write(page, 'May utang ka');
  await arriveSignedIn(page, app.origin, ana);
  await page.getByRole('link', { name: /Message requests/ }).click();
  await page.getByRole('link').filter({ hasText: 'Eve Go' }).click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await sendReport(page);
  await expect
    .poll(() => reportAbout(eve.id))
    .toMatchObject({
      kind: 'person',
      claim: { text: 'Eve Go\nEve Go: May utang ka' },
    });
  // Whom one reports one does not answer.
  await expect(page.getByRole('link').filter({ hasText: 'Eve Go' })).toHaveCount(0);

  const openId = await makeChat('PUBLIC', 'Load na mura', []);
  await page.goto(`${app.origin}/chats/public`);
  await page.getByRole('link').filter({ hasText: 'Load na mura' }).click();
  await expect(message(page, 'Kita agad!')).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Report chat' }).click();
  await sendReport(page);
  await expect
    .poll(() => reportAbout(openId))
    .toMatchObject({
      kind: 'chat',
      claim: { text: 'Load na mura\nKita agad!' },
      evidence: { text: 'Load na mura\nBen: Kita agad!' },
    });

  const invitedTo = newId();
  const body = { id: invitedTo, type: 'GROUP', name: 'Piramide', users: [moderator.id] };
  await befriend(app.origin, eve, moderator);
  await callAs(app.origin, eve, 'POST', '/chats', undefined, body);
  await callAs(app.origin, eve, 'POST', `/chats/${invitedTo}/members/${ana.id}`, undefined, {
    uniqueCode: ana.uniqueCode,
  });
  await page.goto(`${app.origin}/chats/requests`);
  const invitation = page.getByRole('listitem').filter({ hasText: 'Piramide' });
  await invitation.getByRole('button', { name: 'Report' }).click();
  await sendReport(page);
  await expect
    .poll(() => reportAbout(invitedTo))
    .toMatchObject({
      kind: 'chat',
      claim: { text: 'Piramide\nEve Go' },
      evidence: { text: 'Piramide' },
    });
  await expect(invitation).toHaveCount(0);
});
