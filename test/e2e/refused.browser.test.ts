import { expect, type Locator, type Page } from '@playwright/test';
import { fil } from '../../src/i18n/fil.ts';
import type { RunningApp } from '../support/browser-app.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { befriend, callAs, history, registerPerson, say } from '../support/browser-people.ts';
import { chatRow, waitForShell } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
test.beforeAll(({ app: shared }) => {
  app = shared;
});

const { action, chat, messageState } = fil;

test('sa Filipino: what was refused keeps its place, says why, can be taken away, and goes with one tap for all', async ({
  browser,
}) => {
  const [ana, ben] = [
    await registerPerson(app.origin, 'Ana', 'Santos'),
    await registerPerson(app.origin, 'Ben', 'Cruz'),
  ];
  await befriend(app.origin, ana, ben);
  await say(app.origin, ben, ana, 'Kita tayo bukas?');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fil-PH' });
  const page = await context.newPage();
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
  await page.goto(`${app.origin}/profile/messages`);
  await chatRow(page, 'Ben Cruz').click();
  const log = page.getByRole('log', { name: chat.log });
  const bubble = (text: string): Locator =>
    log.locator('div:has(> [dir=auto])').filter({ has: page.getByText(text, { exact: true }) });
  const write = async (one: Page, text: string): Promise<void> => {
    await one.getByRole('textbox').last().fill(text);
    await one.getByRole('button', { name: chat.send, exact: true }).click();
    await expect(log.getByText(text, { exact: true })).toBeVisible();
  };
  await expect(log.getByText('Kita tayo bukas?')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await waitForShell(page);

  await context.setOffline(true);
  const words = ['Oo naman', 'Sa dating tagpuan', 'Mga alas-tres'];
  for (const text of words) {
    await write(page, text);
    await expect(bubble(text).getByTitle(messageState.queued)).toBeVisible();
  }
  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: true });
  await context.setOffline(false);
  for (const text of words) await expect(bubble(text).getByTitle(messageState.failed)).toBeVisible();
  await expect(log.getByText(chat.refused)).toHaveCount(3);
  const bar = page.getByText('May 3 mensaheng kailangan mong asikasuhin');
  await expect(bar).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  // In its place, with a hand of its own.
  await bubble('Sa dating tagpuan').getByTitle(messageState.failed).scrollIntoViewIfNeeded();
  const article = log.getByRole('article').filter({ hasText: 'Sa dating tagpuan' });
  await article.getByRole('button', { name: action.delete, exact: true }).click();
  const question = page.getByRole('alertdialog', { name: chat.discardTitle });
  await question.getByRole('button', { name: action.delete, exact: true }).click();
  await expect(log.getByText('Sa dating tagpuan')).toHaveCount(0);
  await expect(page.getByText('May 2 mensaheng kailangan mong asikasuhin')).toBeVisible();

  await callAs(app.origin, ben, 'PUT', `/users/${ana.id}/block`, undefined, { blocked: false });
  await page.reload();
  for (const text of ['Oo naman', 'Mga alas-tres'])
    await expect(bubble(text).getByTitle(messageState.failed)).toBeVisible();
  await page.getByRole('button', { name: action.retryAll }).click();
  for (const text of ['Oo naman', 'Mga alas-tres'])
    await expect(
      bubble(text)
        .getByTitle(messageState.sent, { exact: true })
        .or(bubble(text).getByTitle(messageState.delivered)),
    ).toBeVisible();
  await expect(page.getByRole('button', { name: action.retryAll })).toHaveCount(0);
  const stored = await history(app.origin, ben, ana);
  expect(stored.map(({ content }) => content)).toEqual(['Kita tayo bukas?', 'Oo naman', 'Mga alas-tres']);
  await context.close();
});
