import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { befriend, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { openPushStage, openTold, subscribe, tap } from '../support/browser-push.ts';
import {
  arriveSignedIn,
  composer,
  expectState,
  expectUnsent,
  message,
  openChat,
  write,
} from '../support/browser-steps.ts';
import { watchComplaints } from '../support/browser-watch.ts';
import { test } from '../support/story.ts';

const fault = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const settingsLink = (page: Page, name: string) => page.getByRole('link', { name });

/** Within the app: a navigation would end the faults. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test.describe('the network lab', () => {
  let app: RunningApp;
  let ana: Person;
  let ben: Person;
  test.beforeAll(async ({ app: shared }) => {
    app = shared;
    ana = await registerPerson(app.origin, 'Ana', 'Santos');
    ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
  });

  const switchFault = async (page: Page, name: string, isOn: boolean) => {
    await go(page, '/profile/network-lab');
    await fault(page, name).click();
    await expect(fault(page, name)).toBeChecked({ checked: isOn });
  };
  const toChat = async (page: Page) => {
    await go(page, '/profile/messages');
    await openChat(page, 'Ben Cruz');
  };

  test('each fault shows in the app that is running and ends without a loss: all that was written arrives once', async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000);
    const complaints = await watchComplaints(context);
    await arriveSignedIn(page, app.origin, ana, '/profile/settings/help');
    // Off in the first view; on by a switch.
    await expect(settingsLink(page, 'Network lab')).toBeHidden();
    await page.getByRole('switch', { name: 'Network lab' }).click();
    await settingsLink(page, 'Network lab').click();
    await expect(fault(page, 'Offline')).not.toBeChecked();

    const written: string[] = [];
    const writeUnder = async (name: string, seen: (text: string) => Promise<void>) => {
      await toChat(page);
      await composer(page).fill(`Kalahati ng ${name}`);
      // In the middle of writing.
      await switchFault(page, name, true);
      await toChat(page);
      await expect(composer(page)).toHaveValue(`Kalahati ng ${name}`);
      const text = `Isinulat habang ${name}`;
      await write(page, text);
      written.push(text);
      await seen(text);
      await switchFault(page, name, false);
      await toChat(page);
    };
    const arrives = async (text: string) => {
      await expect(page.getByTitle(/^(Sent|Delivered)$/).last()).toBeVisible();
      await expect
        .poll(async () => (await history(app.origin, ben, ana)).filter((one) => one.content === text).length)
        .toBe(1);
    };
    const waits = (text: string) => expectState(page, text, 'Waiting to be sent');
    const waitsOrSends = (text: string) => expectUnsent(page, text);

    await writeUnder('Offline', async (text) => {
      await waits(text);
      await expect(page.getByRole('status').filter({ hasText: 'Offline –' })).toBeVisible();
    });
    await arrives('Isinulat habang Offline');

    await writeUnder('2G', async (text) => {
      await expectState(page, text, 'Sending');
      await arrives(text);
    });
    await writeUnder('5 % loss', arrives);

    // The server has it, the app does not know.
    await writeUnder('Answer lost after saving', async (text) => {
      await expect
        .poll(async () => (await history(app.origin, ben, ana)).filter((one) => one.content === text).length)
        .toBe(1);
    });
    await arrives('Isinulat habang Answer lost after saving');

    for (const status of ['409', '413']) {
      await writeUnder(status, waitsOrSends);
      await arrives(`Isinulat habang ${status}`);
    }
    for (const status of ['429', '500']) {
      await writeUnder(status, async (text) => {
        await waitsOrSends(text);
        await go(page, '/profile/outbox');
        await expect(page.getByText(text)).toBeVisible();
        // A server in trouble is no sign-in page of somebody else.
        await go(page, '/profile/sync-doctor');
        await expect(page.getByText('There is a network, but Tambay does not answer.')).toBeVisible();
      });
      await arrives(`Isinulat habang ${status}`);
    }

    await writeUnder('Captive portal', async (text) => {
      await waitsOrSends(text);
      await go(page, '/profile/sync-doctor');
      await expect(
        page.getByText('A Wi-Fi sign-in page stands in between. Open it and agree.'),
      ).toBeVisible();
    });
    await arrives('Isinulat habang Captive portal');

    // Nothing can be kept: said, and the words and the picture stay where they were.
    const pictures = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await expect.poll(() => dumpDatabases(page, ['chatDrafts'])).toContain('"alt"');
    await switchFault(page, 'Storage full', true);
    await toChat(page);
    await expect(pictures).toHaveCount(1);
    await composer(page).fill('Walang lugar');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('No space is left').first()).toBeVisible();
    await expect(composer(page)).toHaveValue('Walang lugar');
    await expect(pictures).toHaveCount(1);
    await switchFault(page, 'Storage full', false);
    await toChat(page);
    await write(page, 'May lugar na');
    written.push('May lugar na');
    await arrives('May lugar na');
    expect((await history(app.origin, ben, ana)).at(-1)?.media).toHaveLength(1);

    await writeUnder('Clock +3 min', async (text) => {
      await arrives(text);
      await go(page, '/profile/sync-doctor');
      await expect(page.getByText('3 min off')).toBeVisible();
    });

    // Five copies of the same request, and one effect.
    await go(page, '/profile/network-lab');
    const sent = page.getByRole('listitem').filter({ hasText: 'Message' }).first();
    await sent.getByRole('button', { name: 'Replay 5 times' }).click();
    await expect(sent.getByText('5 copies answered in the same way: it took effect once.')).toBeVisible();

    // The session ends; what waits is kept and goes out with the next sign-in.
    await switchFault(page, 'Offline', true);
    await toChat(page);
    await write(page, 'Isinulat habang 401');
    written.push('Isinulat habang 401');
    await go(page, '/profile/network-lab');
    await fault(page, '401').click();
    await fault(page, 'Offline').click();
    await expect(page.getByText('You were signed out. 1 item is waiting.')).toBeVisible();
    await page.reload();
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(ana.password);
    await page.getByRole('button', { name: 'Login with credentials' }).click();
    await expect(page).toHaveURL(`${app.origin}/profile/messages`);
    // Each once: nothing is missing, and nothing came twice.
    await expect
      .poll(async () => (await history(app.origin, ben, ana)).map(({ content }) => content))
      .toHaveLength(written.length);
    expect(new Set((await history(app.origin, ben, ana)).map(({ content }) => content))).toEqual(
      new Set(written),
    );
    await page.goto(`${app.origin}/profile/messages`);
    await openChat(page, 'Ben Cruz');
    for (const text of written.slice(-3)) await expect(message(page, text)).toHaveCount(1);
    expect(complaints.all()).toEqual([]);
  });

  test('a picture outlives each fault, too, and a fault shows although nothing is asked of the server', async ({
    page,
  }) => {
    const eman = await registerPerson(app.origin, 'Eman', 'Bautista');
    await befriend(app.origin, eman, ben);
    await arriveSignedIn(page, app.origin, eman, '/profile/settings/help');
    await page.getByRole('switch', { name: 'Network lab' }).click();
    await settingsLink(page, 'Network lab').click();
    await switchFault(page, '413', true);
    await toChat(page);
    await attach(page, [await photoFile('dyip.jpg', 'teal', 400, 300)]);
    await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
    await write(page, 'Tingnan mo');
    await expectUnsent(page, 'Tingnan mo');
    await switchFault(page, '413', false);
    await go(page, '/profile/outbox');
    // The words go by themselves; what was refused is tried again when somebody says so.
    const picture = page.getByRole('listitem').filter({ hasText: 'Picture' });
    await picture.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Everything is sent')).toBeVisible();
    expect(await history(app.origin, ben, eman)).toMatchObject([
      { content: 'Tingnan mo', media: [{ state: 'ready' }] },
    ]);

    await go(page, '/profile/network-lab');
    await fault(page, '401').click();
    await expect(page.getByText('You were signed out.')).toBeVisible({ timeout: 10_000 });
  });

  test('its faults hold in every open tab: none sends what another holds back', async ({ page, context }) => {
    const cora = await registerPerson(app.origin, 'Cora', 'Lim');
    await befriend(app.origin, cora, ben);
    await arriveSignedIn(page, app.origin, cora);
    const other = await context.newPage();
    await other.goto(`${app.origin}/profile/messages`);
    await openChat(other, 'Ben Cruz');
    await composer(other).fill('Kalahati');
    // Words that are nowhere but in their form, which a reload would take.
    const form = await context.newPage();
    await form.goto(`${app.origin}/profile/add-friend`);
    const code = form.getByLabel('Friend code');
    await code.fill('ABCD');

    await page.goto(`${app.origin}/profile/settings/help`);
    const restarted = other.waitForEvent('load');
    await page.getByRole('switch', { name: 'Network lab' }).click();
    await restarted;
    await expect(composer(other)).toHaveValue('Kalahati');
    await settingsLink(page, 'Network lab').click();
    await fault(page, 'Offline').click();
    await expect(other.getByRole('link', { name: 'Open lab' })).toBeVisible();
    await write(other, 'Isinulat sa kabila');
    await expectState(other, 'Isinulat sa kabila', 'Waiting to be sent');
    await expect(code).toHaveValue('ABCD');
    const begunAnew = form.waitForEvent('load');
    await code.clear();
    await begunAnew;
    await expect(form.getByRole('link', { name: 'Open lab' })).toBeVisible();

    // One that comes later joins in; any page that shows it may end it.
    const third = await context.newPage();
    await third.goto(`${app.origin}/profile/network-lab`);
    await expect(fault(third, 'Offline')).toBeChecked();
    expect(await history(app.origin, ben, cora)).toHaveLength(0);
    await fault(third, 'Offline').click();
    await expect(fault(page, 'Offline')).not.toBeChecked();
    await expect
      .poll(async () => (await history(app.origin, ben, cora)).map(({ content }) => content))
      .toEqual(['Isinulat sa kabila']);
  });
});

test('a push that comes while the lab holds the network back sends nothing around it, and neither does its button', async ({
  browser,
}) => {
  const stage = await openPushStage();
  const { app, proxy } = stage;
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  const { context, page, worker, push } = await openTold(browser, proxy.origin, ben);
  const told = await subscribe(stage, ben);
  await page.goto(`${proxy.origin}/profile/settings/help`);
  await page.getByRole('switch', { name: 'Network lab' }).click();
  await settingsLink(page, 'Network lab').click();
  await fault(page, 'Offline').click();
  await go(page, '/profile/messages');
  await openChat(page, 'Ana Santos');
  await write(page, 'Isinulat sa lab');
  await expectState(page, 'Isinulat sa lab', 'Waiting to be sent');

  await say(app.origin, ana, ben, 'Una');
  await push(await told('Una'));
  await expect(message(page, 'Una')).toBeVisible();
  await tap(worker, 'reply', 'Sagot');
  await expectState(page, 'Sagot', 'Waiting to be sent');
  const said = async () => (await history(app.origin, ana, ben)).map(({ content }) => content);
  expect(await said()).toEqual(['Una']);

  await page.getByRole('link', { name: 'Open lab' }).click();
  await fault(page, 'Offline').click();
  await expect.poll(said).toEqual(['Una', 'Isinulat sa lab', 'Sagot']);
  await context.close();
  await stage.dispose();
});
