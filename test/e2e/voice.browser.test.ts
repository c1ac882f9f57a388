import { expect, type Page } from '@playwright/test';
import { newId, privateChatId } from '../../protocol/index.ts';
import { waveSound } from '../../server/testing/sounds.ts';
import { dumpDatabases } from '../support/browser-databases.ts';
import { type Pair, test } from '../support/browser-pair.ts';
import { callAs, history, uploadAs } from '../support/browser-people.ts';
import { heldFiles } from '../support/browser-pictures.ts';
import { arriveSignedIn, conversation, openChat, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';

/** Voice messages, recorded, sent and heard by two members, with a tunnel in between. */

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...chromiumLaunch,
    args: [
      ...(chromiumLaunch.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

const WAVEFORM = 'AZ09az+/'.repeat(8);

/** Ana's device has sent a recording of so many seconds. @returns the id of its file */
const voiceFrom = async ({ app, ana, ben }: Pair, seconds: number): Promise<string> => {
  const id = await uploadAs(app.origin, ana, new File([waveSound(seconds)], 'voice.wav'));
  const chatId = privateChatId(ana.id, ben.id);
  await callAs(app.origin, ana, 'POST', `/chats/${chatId}/messages`, undefined, {
    ...{ id: newId(), files: [id], voices: { [id]: { durationMs: seconds * 1_000, waveform: WAVEFORM } } },
  });
  return id;
};
const voice = (page: Page, length: string) =>
  conversation(page).getByRole('group', { name: `Voice message, ${length}` });
/** What the server holds of the voice messages of the two. */
const arrived = async ({ app, ana, ben }: Pair) =>
  (await history(app.origin, ben, ana)).flatMap(({ media }) =>
    media.map(({ state, mime, waveform, durationMs = 0 }) => ({
      ...{
        state,
        isSound: mime?.startsWith('audio/'),
        waveform: waveform?.length,
        isLong: durationMs >= 1_000,
      },
    })),
  );
const record = (page: Page) => page.getByRole('button', { name: 'Record a voice message' }).click();
const recorder = (page: Page) => page.getByRole('group', { name: 'Recording' });
/** Files that the drafts of this device name. */
const draftFiles = async (page: Page): Promise<number> => {
  const databases: Record<string, { chatDrafts?: { files: unknown[] }[] }> = JSON.parse(
    await dumpDatabases(page, ['chatDrafts']),
  );
  return Object.values(databases)
    .flatMap(({ chatDrafts = [] }) => chatDrafts)
    .reduce((sum, { files }) => sum + files.length, 0);
};
const heldRecordings = (page: Page): Promise<number[]> =>
  heldFiles(page).then((files) => files.map(({ size }) => size));
const miniPlayer = (page: Page) => page.getByRole('region', { name: 'Player' });

test('a voice message is played, scrubbed by keys, goes on to the next one while one reads elsewhere, and is there in a tunnel', async ({
  app,
  ana,
  ben,
  page,
  context,
}) => {
  await voiceFrom({ app, ana, ben }, 4);
  await voiceFrom({ app, ana, ben }, 20);
  await arriveSignedIn(page, app.origin, ben);
  await waitForShell(page);
  await page.reload();
  await expect(page.getByText('🎤 Voice message, 0:20')).toBeVisible();
  await openChat(page, 'Ana Santos');
  await expect(voice(page, '0:04').getByText('Not listened to yet')).toBeAttached();
  await voice(page, '0:04').getByRole('button', { name: 'Play' }).click();
  await expect(voice(page, '0:04').getByText('Not listened to yet')).toHaveCount(0);
  await voice(page, '0:04').getByRole('button', { name: 'Speed: 1×' }).click();
  await expect(voice(page, '0:04').getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(miniPlayer(page).getByText('Ana Santos')).toBeVisible();
  // The next one of the chat begins by itself.
  await expect(miniPlayer(page).getByText('/ 0:20')).toBeVisible();
  await expect(miniPlayer(page).getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();
  await miniPlayer(page).getByRole('button', { name: 'Pause' }).click();
  await context.setOffline(true);
  await page.reload();
  await expect(miniPlayer(page)).toHaveCount(0);
  await openChat(page, 'Ana Santos');
  await voice(page, '0:20').getByRole('button', { name: 'Play' }).click();
  await voice(page, '0:20').getByRole('button', { name: 'Pause' }).click();
  const slider = voice(page, '0:20').getByRole('slider', { name: 'Position' });
  await slider.focus();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '0:20 of 0:20');
  await slider.press('Home');
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 0:20');
  await miniPlayer(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(miniPlayer(page)).toHaveCount(0);
});

test('the sender learns in a tunnel who has listened, and who tells nothing is told nothing', async ({
  app,
  ana,
  ben,
  page,
  context,
  browser,
}) => {
  await voiceFrom({ app, ana, ben }, 4);
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await expect(voice(page, '0:04')).toBeVisible();
  const bens = await (await browser.newContext()).newPage();
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Santos');
  await waitForShell(bens);
  // Its bytes are on the device; that it was played is told when there is a network again.
  await voice(bens, '0:04').getByRole('button', { name: 'Play' }).click();
  await expect(voice(page, '0:04').getByText('Listened to by Ben Cruz')).toBeAttached();
  await context.setOffline(true);
  await page.reload();
  await expect(voice(page, '0:04').getByText('Listened to by Ben Cruz')).toBeAttached();
  await voice(page, '0:04').click({ button: 'right' });
  await page.getByRole('dialog', { name: 'Message options' }).getByText('Message info').click();
  const info = page.getByRole('dialog', { name: 'Message info' });
  await expect(info.getByRole('region', { name: 'Listened to by 1' }).getByText('Ben Cruz')).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(false);

  // On another device of the listener it is heard; in a tunnel it is told later.
  const second = await browser.newContext();
  const other = await second.newPage();
  await arriveSignedIn(other, app.origin, ben);
  await openChat(other, 'Ana Santos');
  await expect(voice(other, '0:04')).toBeVisible();
  await expect(voice(other, '0:04').getByText('Not listened to yet')).toHaveCount(0);
  await voiceFrom({ app, ana, ben }, 6);
  await waitForShell(other);
  await voice(other, '0:06').getByRole('button', { name: 'Play' }).click();
  await expect(voice(page, '0:06').getByText('Listened to by Ben Cruz')).toBeAttached();

  await callAs(app.origin, ben, 'PATCH', '/settings', undefined, { sendReadReceipts: false });
  await voiceFrom({ app, ana, ben }, 8);
  await expect(voice(page, '0:06').getByText('Listened to by Ben Cruz')).toBeAttached();
  await voice(bens, '0:08').getByRole('button', { name: 'Play' }).click();
  await expect(voice(bens, '0:08').getByText('Not listened to yet')).toHaveCount(0);
  const heard = (await history(app.origin, ana, ben)).map(({ listens }) => listens?.length ?? 0);
  expect(heard).toEqual([1, 1, 0]);
});

test('what plays pauses when a recording begins: the microphone would hear it', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await voiceFrom({ app, ana, ben }, 20);
  await arriveSignedIn(page, app.origin, ben);
  await openChat(page, 'Ana Santos');
  await voice(page, '0:20').getByRole('button', { name: 'Play' }).click();
  await expect(voice(page, '0:20').getByRole('button', { name: 'Pause' })).toBeVisible();
  await record(page);
  await expect(recorder(page)).toBeVisible();
  await expect(voice(page, '0:20').getByRole('button', { name: 'Play' })).toBeVisible();
  await recorder(page).getByRole('button', { name: 'Discard the recording' }).click();
  await expect(recorder(page)).toHaveCount(0);
});

test('what is recorded in a tunnel survives a reload in the middle, is listened to, sent, and heard by the other', async ({
  app,
  ana,
  ben,
  page,
  context,
  browser,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await waitForShell(page);
  await page.reload();
  await context.setOffline(true);
  await record(page);
  await expect(recorder(page).getByRole('timer')).toHaveText('0:03');
  await expect.poll(() => heldRecordings(page)).toEqual([expect.any(Number)]);
  await expect.poll(async () => (await heldRecordings(page))[0] ?? 0).toBeGreaterThan(1_000);
  await page.reload();
  const tray = page.getByRole('list', { name: 'Attachments' });
  const kept = tray.getByRole('group', { name: /^Voice message, 0:0[1-9]$/ });
  await kept.getByRole('button', { name: 'Play' }).click();
  await expect(kept.getByText(/^0:0[1-9] \/ /)).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page).getByRole('group', { name: /^Voice message/ })).toBeVisible();
  await expect(tray).toHaveCount(0);
  await context.setOffline(false);
  await expect
    .poll(() => arrived({ app, ana, ben }))
    .toEqual([{ state: 'ready', isSound: true, waveform: 64, isLong: true }]);
  const reader = await browser.newPage();
  await arriveSignedIn(reader, app.origin, ben);
  await openChat(reader, 'Ana Santos');
  const got = conversation(reader).getByRole('group', { name: /^Voice message/ });
  await got.getByRole('button', { name: 'Play' }).click();
  await expect(got.getByText(/^0:0[1-9] \/ /)).toBeVisible();
  await reader.close();
});

test('it is paused, discarded and sent by keys alone, and a minute takes less than 200 kB', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await page.getByRole('button', { name: 'Record a voice message' }).press('Enter');
  await expect(recorder(page).getByRole('timer')).toHaveText('0:01');
  await page.keyboard.press(' ');
  await expect(recorder(page).getByRole('status')).toHaveText('Recording paused');
  await page.keyboard.press('Escape');
  await expect(recorder(page)).toHaveCount(0);
  await expect.poll(() => draftFiles(page)).toBe(0);
  await page.getByRole('button', { name: 'Record a voice message' }).press('Enter');
  await expect(recorder(page).getByRole('timer')).toHaveText('0:04');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => arrived({ app, ana, ben }))
    .toEqual([{ state: 'ready', isSound: true, waveform: 64, isLong: true }]);
  const [{ media } = { media: [] }] = await history(app.origin, ben, ana);
  const [{ size = 0, durationMs = 0 } = {}] = media;
  expect(((size ?? 0) / durationMs) * 60_000).toBeLessThan(200_000);
});

test('a voice message is sent although the chat is left in the moment of sending', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await record(page);
  await expect(recorder(page).getByRole('timer')).toHaveText('0:02');
  const send = await recorder(page).getByRole('button', { name: 'Send' }).elementHandle();
  const back = await page.getByRole('button', { name: 'Back' }).elementHandle();
  // In one task: nothing of the recording has been stored in between.
  await page.evaluate(
    (buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    },
    [send, back],
  );
  await expect(conversation(page)).toHaveCount(0);
  await expect
    .poll(() => arrived({ app, ana, ben }))
    .toEqual([{ state: 'ready', isSound: true, waveform: 64, isLong: true }]);
  await expect.poll(() => draftFiles(page)).toBe(0);
});

test('who leaves the chat while it records finds the recording there, and can throw it away', async ({
  app,
  ana,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await record(page);
  await expect(recorder(page).getByRole('timer')).toHaveText('0:02');
  await page.getByRole('button', { name: 'Back' }).click();
  await openChat(page, 'Ben Cruz');
  const kept = page.getByRole('group', { name: /^Voice message, 0:0[1-9]$/ });
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Voice message' }).click();
  await expect.poll(() => draftFiles(page)).toBe(0);
});

test('a block on another device ends a recording, and what was said so far is kept', async ({
  app,
  ana,
  ben,
  page,
}) => {
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await record(page);
  await expect(recorder(page).getByRole('timer')).toHaveText('0:02');
  await callAs(app.origin, ana, 'PUT', `/users/${ben.id}/block`, undefined, { blocked: true });
  await expect(recorder(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('group', { name: /^Voice message, 0:0[1-9]$/ })).toBeVisible();
});

test('a microphone that is refused is said in words', async ({ app, ana, page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
    Object.assign(globalThis, { microphone: 'denied' });
    navigator.permissions.query = () =>
      Promise.resolve(
        Object.assign(new EventTarget(), {
          state: Reflect.get(globalThis, 'microphone'),
          name: 'microphone',
          onchange: null,
        }),
      );
  });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await record(page);
  await expect(page.getByText('Permission denied')).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { microphone: 'prompt' }));
  await record(page);
  await expect(page.getByText('Permission dismissed')).toBeVisible();
});

test.describe('a finger that holds', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('sends when it leaves, goes on alone when it slides up, and discards to the left', async ({
    app,
    ana,
    ben,
    page,
  }) => {
    const touches = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
      await touches.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    /** Holds the button for two seconds, slides and lets go. */
    const hold = async (slideX: number, slideY: number): Promise<void> => {
      const box = await page.getByRole('button', { name: 'Record a voice message' }).boundingBox();
      if (box === null) throw new Error('No button');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await touch('touchStart', x, y);
      await expect(recorder(page).getByRole('timer')).toHaveText('0:02');
      for (const share of [0.2, 0.4, 0.6, 0.8, 1])
        await touch('touchMove', x + slideX * share, y + slideY * share);
      await touch('touchEnd');
    };
    await arriveSignedIn(page, app.origin, ana);
    await openChat(page, 'Ben Cruz');
    await hold(-140, 0);
    await expect(recorder(page)).toHaveCount(0);
    await hold(0, -120);
    await expect(recorder(page).getByRole('button', { name: 'Stop and listen' })).toBeVisible();
    await expect(recorder(page).getByRole('timer')).toHaveText('0:03');
    await recorder(page).getByRole('button', { name: 'Discard the recording' }).click();
    await expect(recorder(page)).toHaveCount(0);
    await expect.poll(() => draftFiles(page)).toBe(0);
    await hold(0, 0);
    await expect.poll(async () => (await arrived({ app, ana, ben })).length).toBe(1);
  });
});
