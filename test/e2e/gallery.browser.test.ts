import { expect, type Page } from '@playwright/test';
import { newId, privateChatId } from '../../protocol/index.ts';
import { findBarriers, findOverflow, settle } from '../support/browser-layout.ts';
import { callAs, type Person, say, uploadAs } from '../support/browser-people.ts';
import { photoFile } from '../support/browser-pictures.ts';
import { arriveSignedIn, chatRow, message, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

type Pair = { app: { origin: string }; ana: Person; ben: Person };

/** Ben shows Ana pictures and a file, a long time before what her phone holds of the chat. */
const sendFiles = async ({ app, ana, ben }: Pair, content: string, name: string): Promise<void> => {
  const chatId = privateChatId(ana.id, ben.id);
  const post = (body: object) =>
    callAs(app.origin, ben, 'POST', `/chats/${chatId}/messages`, undefined, { id: newId(), ...body });
  const photo = await photoFile(`${name}.jpg`, '#2a6f97');
  const picture = await uploadAs(
    app.origin,
    ben,
    new File([new Uint8Array(photo.buffer)], photo.name, { type: photo.mimeType }),
  );
  await post({ content, images: [picture] });
  const file = await uploadAs(app.origin, ben, new File(['Listahan'], `${name}.txt`, { type: 'text/plain' }));
  await post({ files: [file] });
  await post({ content: `Dito mo makikita: https://tambay.example/${name}` });
};

const gallery = (page: Page) => page.getByRole('main');
const kind = (page: Page, name: string) => gallery(page).getByRole('button', { name, exact: true });

test('what was sent in a chat is gathered by its kind, also what the phone does not hold, and in a tunnel what it holds', async ({
  page,
  context,
  app,
  ana,
  ben,
}) => {
  await sendFiles({ app, ana, ben }, 'Luma na ito', 'luma');
  for (let n = 1; n <= 60; n += 1) await say(app.origin, ben, ana, `Usapan ${n}`);
  await sendFiles({ app, ana, ben }, 'Bago lang', 'bago');
  await page.setViewportSize({ width: 390, height: 844 });
  await arriveSignedIn(page, app.origin, ana);
  await expect(chatRow(page, 'Ben Cruz')).toBeVisible();
  // Not by way of the chat, which fetches what is old as soon as it is opened.
  await page.goto(`${app.origin}/chats/${ben.uniqueCode}/media`);
  // The new one is here; the old one is on the server, and shown all the same.
  await expect(gallery(page).getByRole('button', { name: 'Picture' })).toHaveCount(2);
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await gallery(page).getByRole('button', { name: 'Picture' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await kind(page, 'Files').click();
  await expect(gallery(page).getByText('bago.txt')).toBeVisible();
  await expect(gallery(page).getByRole('listitem').filter({ hasText: 'luma.txt' })).toContainText(
    'Not on this device',
  );
  await kind(page, 'Voice').click();
  await expect(gallery(page).getByText('No voice messages yet')).toBeVisible();
  await kind(page, 'Links').click();
  const old = gallery(page).getByRole('listitem').filter({ hasText: 'tambay.example/luma' });
  await expect(old.getByRole('link', { name: 'https://tambay.example/luma' })).toBeVisible();
  await expect(old).toContainText('Not on this device');
  expect(await findBarriers(page)).toEqual([]);

  // In a tunnel: what is on the phone, and the screen says so.
  await waitForShell(page);
  await context.setOffline(true);
  await expect(gallery(page).getByRole('listitem')).toHaveCount(1);
  await expect(gallery(page).getByText('No internet: only what is on this device is shown.')).toBeVisible();
  await context.setOffline(false);
  await expect(old).toBeVisible({ timeout: 20_000 });
  // A press leads to where it was said, with what stands around it.
  await old.getByRole('link', { name: 'Show in chat' }).click();
  await expect(message(page, 'Dito mo makikita: https://tambay.example/luma')).toBeInViewport();
  await expect(message(page, 'Usapan 1')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Photos, files, links and voice' }).click();
  await expect(page.getByRole('heading', { name: 'Photos, files, links and voice' })).toBeVisible();
});
