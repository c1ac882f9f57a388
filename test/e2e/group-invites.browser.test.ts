import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, chatRow, makeGroup, waitForShell, write } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let ana: Person;
let ben: Person;
test.beforeAll(async ({ app: shared }) => {
  app = shared;
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
});

const visit = async (context: BrowserContext, who: Person, path?: string): Promise<Page> => {
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, who, path);
  return page;
};
const choices = (page: Page) => page.getByRole('group', { name: 'Who can add me to groups' });

test('who wants to be asked is in a group after accepting, and not before; the choice is made without a network', async ({
  browser,
}) => {
  const bensContext = await browser.newContext();
  const bens = await visit(bensContext, ben, '/profile/settings/privacy');
  await expect(choices(bens).getByRole('button', { name: 'Everyone' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await waitForShell(bens);
  await bensContext.setOffline(true);
  await choices(bens).getByRole('button', { name: 'Nobody' }).click();
  await expect(choices(bens).getByRole('button', { name: 'Nobody' })).toHaveAttribute('aria-pressed', 'true');
  await expect(bens.getByText('Friends can only invite you.')).toBeVisible();
  expect(await findBarriers(bens)).toEqual([]);
  await bens.reload();
  await expect(choices(bens).getByRole('button', { name: 'Nobody' })).toHaveAttribute('aria-pressed', 'true');
  await bensContext.setOffline(false);
  await expect
    .poll(async () => {
      const answer = await fetch(`${app.origin}/api/v1/settings`, {
        headers: { authorization: `Bearer ${ben.token}` },
      });
      return (await answer.json()).data.groupInvites;
    })
    .toBe('nobody');

  const anas = await visit(await browser.newContext(), ana);
  await expect(chatRow(anas, 'Ben Cruz')).toBeVisible();
  await makeGroup(anas, 'Tropa', 'Ben Cruz');
  await write(anas, 'Tara!');
  await bens.goto(`${app.origin}/profile/messages`);
  await bens.getByRole('link', { name: /Message requests/ }).click();
  const invitation = bens.getByRole('listitem').filter({ hasText: 'Tropa' });
  await expect(invitation).toContainText('Ana Santos');
  await bens.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(bens, 'Ana Santos')).toBeVisible();
  await expect(chatRow(bens, 'Tropa')).toHaveCount(0);
  await bens.getByRole('link', { name: /Message requests/ }).click();
  await invitation.getByRole('button', { name: 'Join' }).click();
  await expect(invitation).toHaveCount(0);
  await bens.goto(`${app.origin}/profile/messages`);
  await expect(chatRow(bens, 'Tropa')).toContainText('Ben joined');
  await anas.context().close();
  await bensContext.close();
});

test('a fourth report about one person says in plain words that it was not needed', async ({ browser }) => {
  const [eve, dan] = [
    await registerPerson(app.origin, 'Eve', 'Go'),
    await registerPerson(app.origin, 'Dan', 'Uy'),
  ];
  await befriend(app.origin, eve, dan);
  const body = { kind: 'person', targetId: dan.id, reason: 'spam' };
  for (let count = 0; count < 3; count += 1)
    await callAs(app.origin, eve, 'POST', '/reports', undefined, body);
  const eves = await visit(await browser.newContext(), eve, `/users/${dan.uniqueCode}`);
  await eves.getByRole('button', { name: 'More' }).click();
  await eves.getByRole('menuitem', { name: 'Report person' }).click();
  const sheet = eves.getByRole('dialog', { name: 'Report' });
  await sheet.getByRole('radio', { name: 'Spam or a scam' }).click();
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(eves.getByText('Thank you. The moderators will look at it.')).toBeVisible();
  await eves.goto(`${app.origin}/profile/outbox`);
  await expect(eves.getByRole('main')).toContainText(
    'You have already reported this. The moderators will look at it.',
  );
  await eves.context().close();
});
