import { expect, type Page } from '@playwright/test';
import type { RunningApp } from '../support/browser-app.ts';
import { befriend, history, type Person, registerPerson, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  composer,
  conversation,
  expectState,
  message,
  openChat,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';
import { setWrong } from '../support/wrong-clock.ts';

/** Phones whose clock is wrong, and phones that travel: the order, the days and the rights are those of the server's time. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: RunningApp;
let ana: Person;
let ben: Person;
let cora: Person;
test.beforeAll(({ app: shared }) => {
  app = shared;
});
test.beforeEach(async () => {
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  cora = await registerPerson(app.origin, 'Cora', 'Lim');
  await befriend(app.origin, ana, ben);
  await befriend(app.origin, ana, cora);
});
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

const sendHere = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

for (const [name, wrongMs] of [
  ['30 days fast', 30 * DAY_MS],
  ['two hours slow', -2 * HOUR_MS],
  ['three days fast', 3 * DAY_MS],
] as const) {
  test(`${name}: order, days, notes and rights are right`, async ({ page, context }) => {
    await setWrong(context, wrongMs);
    await say(app.origin, ben, ana, 'Nasaan ka?');
    await arriveSignedIn(page, app.origin, ana);
    await openChat(page, 'Ben Cruz');
    await expect(message(page, 'Nasaan ka?')).toBeVisible();
    await sendHere(page, 'Papunta na');
    await expectState(page, 'Papunta na', 'Sent');
    await page.context().setOffline(true);
    await sendHere(page, 'Nasa tunnel');
    await expect(message(page, 'Nasa tunnel')).toBeVisible();
    await expect(conversation(page).getByText('Today')).toHaveCount(1);
    await page.context().setOffline(false);
    await expectState(page, 'Nasa tunnel', 'Sent');
    await expect(conversation(page).getByText(/^Written/)).toHaveCount(0);
    // One's own message of this minute can be edited.
    await bubble(page, 'Papunta na').click({ button: 'right' });
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const { writtenAt, createdAt } of await history(app.origin, ana, ben))
      expect(Math.abs(Date.parse(writtenAt) - Date.parse(createdAt))).toBeLessThan(60_000);
    // A draft does not stay on top of what comes after it.
    await composer(page).fill('hindi pa tapos');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(chatRow(page, 'Ben Cruz')).toContainText('hindi pa tapos');
    await page.reload();
    await say(app.origin, cora, ana, 'Kumusta');
    await expect(chatRow(page, 'Cora Lim')).toContainText('Kumusta');
    const rows = page.getByRole('listitem').filter({ hasText: /Ben Cruz|Cora Lim/ });
    await expect(rows.first()).toContainText('Cora Lim');
    // What the device itself has noted is told by the same clock.
    await page.goto(`${app.origin}/profile/settings`);
    const synced = page.getByText(/^Last synced/);
    await expect(synced).toHaveText(/second|minute/);
    // The worker may have synced last, whose clock is right here: the page does so at its start.
    await expect
      .poll(async () => Math.abs(Date.parse((await synced.getAttribute('datetime')) ?? '') - Date.now()))
      .toBeLessThan(120_000);
  });
}

test('into another time zone with the app open: clocks and days are those of where one is', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Manila' });
  await say(app.origin, ben, ana, 'Magandang umaga');
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  const [sent] = await history(app.origin, ana, ben);
  const at = new Date(sent?.createdAt ?? '');
  const clockIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(at);
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
  await expect(bubble(page, 'Magandang umaga')).toContainText(clockIn('Asia/Manila'));
  await expect(conversation(page).locator('time').first()).toHaveAttribute('datetime', dayIn('Asia/Manila'));
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(bubble(page, 'Magandang umaga')).toContainText(clockIn('America/Los_Angeles'));
  await expect(conversation(page).locator('time').first()).toHaveAttribute(
    'datetime',
    dayIn('America/Los_Angeles'),
  );
});
