import { expect } from '@playwright/test';
import { chatResponse, messagesResponse, newId, unseenCount } from '../../protocol/index.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { pressStoppable } from '../support/browser-back.ts';
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

test('an edit of a message replaces its mentions', async ({ page }) => {
  const [ana, ben, cora] = [
    await registerPerson(app.origin, 'Ana', 'Santos'),
    await registerPerson(app.origin, 'Ben', 'Cruz'),
    await registerPerson(app.origin, 'Cora', 'Reyes'),
  ];
  for (const friend of [ben, cora]) await befriend(app.origin, ana, friend);
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id, cora.id] };
  const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const named = async () => {
    const path = `/chats/${chat.id}/messages`;
    const { data } = await callAs(app.origin, ana, 'GET', path, messagesResponse);
    return data.filter(({ kind }) => kind === 'user').map(({ content, mentions }) => [content, mentions]);
  };
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Barkada');
  await composer(page).pressSequentially('@Ben');
  await page.getByRole('option', { name: 'Ben Cruz' }).click();
  await composer(page).pressSequentially('kumain ka na?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(named).toEqual([['@Ben Cruz kumain ka na?', [ben.id]]]);

  await conversation(page).getByText('kumain ka na?').click({ button: 'right' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await composer(page).fill('');
  await composer(page).pressSequentially('@Cora');
  await page.getByRole('option', { name: 'Cora Reyes' }).click();
  await composer(page).pressSequentially('kumain ka na?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(named).toEqual([['@Cora Reyes kumain ka na?', [cora.id]]]);
  await expect(conversation(page).locator('bdi', { hasText: '@Cora Reyes' })).toBeVisible();
});

test('a new message that names me has its mark on the row of its chat, and a way to it', async ({ page }) => {
  const [ana, ben] = [
    await registerPerson(app.origin, 'Ana', 'Santos'),
    await registerPerson(app.origin, 'Ben', 'Cruz'),
  ];
  await befriend(app.origin, ana, ben);
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ana.id] };
  const { data: chat } = await callAs(app.origin, ben, 'POST', '/chats', chatResponse, body);
  const send = (content: string, mentions: string[] = []) =>
    callAs(app.origin, ben, 'POST', `/chats/${chat.id}/messages`, undefined, { content, mentions });
  for (let at = 1; at <= 30; at += 1) await send(`Kuwento ${at}`);
  await send('Sama ka, @Ana Santos?', [ana.id]);
  for (let at = 31; at <= 45; at += 1) await send(`Kuwento ${at}`);
  await arriveSignedIn(page, app.origin, ana);
  const row = page.getByRole('link').filter({ hasText: 'Barkada' });
  await expect(row).toContainText('You are mentioned');
  await openChat(page, 'Barkada');
  const way = page.getByRole('button', { name: 'Go to 1 message that names you' });
  const named = conversation(page).getByRole('article').filter({ hasText: 'Sama ka' });
  await expect(named).not.toBeInViewport();
  await way.click();
  await expect(named).toBeInViewport();
  await expect(way).toBeHidden();
  // A message is seen when it has been looked at for a moment.
  const path = '/chats/messages/unseen-count';
  const unseen = async () => (await callAs(app.origin, ana, 'GET', path, unseenCount)).data.count;
  await expect.poll(unseen).toBeLessThanOrEqual(15);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('You are mentioned');
});

test('back closes the list of members over the field, and then leaves the chat', async ({ page }) => {
  const [ana, ben] = [
    await registerPerson(app.origin, 'Ana', 'Santos'),
    await registerPerson(app.origin, 'Ben', 'Cruz'),
  ];
  await befriend(app.origin, ana, ben);
  const body = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id] };
  await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Barkada');
  const option = page.getByRole('option', { name: 'Ben Cruz' });
  await composer(page).pressSequentially('Salamat @');
  await expect(option).toBeVisible();
  await pressStoppable(page);
  await expect(option).toHaveCount(0);
  await expect(composer(page)).toHaveValue('Salamat @');
  await composer(page).pressSequentially(' at @B');
  await expect(option).toBeVisible();
  await option.click();
  await expect(composer(page)).toHaveValue('Salamat @ at @Ben Cruz ');
  await expect(option).toHaveCount(0);
  await pressStoppable(page);
  await expect(page).toHaveURL(`${app.origin}/profile/messages`);
});
