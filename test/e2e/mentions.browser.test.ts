import { expect } from '@playwright/test';
import { chatResponse, messagesResponse, newId } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer, conversation, expectState, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** The member who is chosen after an @ is the one who is named: among people of one name, and after a new name. */

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

test('of two people of one name the chosen one is named, also after a reload, and a rename keeps the mark', async ({
  page,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const twins: Person[] = [];
  for (let at = 0; at < 2; at += 1) {
    const twin = await registerPerson(app.origin, 'Jun', 'Cruz');
    await befriend(app.origin, ana, twin);
    twins.push(twin);
  }
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: twins.map(({ id }) => id) };
  const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const sent = async () =>
    (await callAs(app.origin, ana, 'GET', `/chats/${chat.id}/messages`, messagesResponse)).data.filter(
      ({ kind }) => kind === 'user',
    );
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Barkada');
  await composer(page).pressSequentially('Salamat @');
  const options = page.getByRole('option', { name: 'Jun Cruz' });
  await expect(options).toHaveCount(2);
  await options.nth(1).click();
  await composer(page).pressSequentially('!');
  // The choice is part of the draft.
  await expect(composer(page)).toHaveValue('Salamat @Jun Cruz !');
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Barkada');
  await expect(composer(page)).toHaveValue('Salamat @Jun Cruz !');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectState(page, 'Salamat @Jun Cruz !', 'Sent');
  const [first] = await sent();
  expect(first?.mentions).toHaveLength(1);
  const [named] = first?.mentions ?? [];
  expect(twins.map(({ id }) => id)).toContain(named);
  const chosen = twins.find(({ id }) => id === named);
  if (chosen === undefined) throw new Error('No member was named');

  // Neither an address nor a longer name calls anybody.
  await composer(page).fill('sales@Jun Cruz at @Jun Cruzado');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectState(page, 'sales@Jun Cruz at @Jun Cruzado', 'Sent');
  expect((await sent()).map(({ mentions }) => mentions.length).toSorted()).toEqual([0, 1]);

  await callAs(app.origin, chosen, 'PUT', `/users/${chosen.id}`, undefined, {
    firstName: 'Juan',
    lastName: 'dela Cruz',
  });
  await page.reload();
  await expect(
    conversation(page)
      .getByRole('article')
      .filter({ hasText: 'Salamat' })
      .locator('bdi', { hasText: '@Jun Cruz' }),
  ).toBeVisible();
  await expect(
    conversation(page).getByRole('article').filter({ hasText: 'sales' }).locator('bdi'),
  ).toHaveCount(0);
});
