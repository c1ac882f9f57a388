import { expect } from '@playwright/test';
import { chatResponse, LIMITS } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, composer } from '../support/browser-steps.ts';
import { hasPostgres, runSql } from '../support/services.ts';
import { test } from '../support/story.ts';

/** The last place of a chat is taken while somebody without a network has asked for it. */

// biome-ignore lint/suspicious/noSkippedTests: a machine without PostgreSQL reports it as skipped, and CI fails on a skip.
test.skip(!hasPostgres, 'no PostgreSQL');

let app: RunningApp;
let databaseUrl: string;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp({
    database: 'postgres',
    prepare: async ({ DATABASE_URL = '' }) => {
      databaseUrl = DATABASE_URL;
    },
  });
  ana = await registerPerson(app.origin, 'Ana', 'Santos');
  ben = await registerPerson(app.origin, 'Ben', 'Cruz');
});
test.afterAll(async () => {
  await app?.dispose();
});

test('who asked to join without a network is told where they asked that the chat is full, and comes in when it is not', async ({
  browser,
}) => {
  const body = { type: 'PUBLIC', name: 'Punuan', users: [] };
  const { data: chat } = await callAs(app.origin, ana, 'POST', '/chats', chatResponse, body);
  const context = await browser.newContext();
  const page = await context.newPage();
  await arriveSignedIn(page, app.origin, ben);
  await page.goto(`${app.origin}/chats/${chat.uniqueCode}`);
  const join = page.getByRole('button', { name: 'Join' });
  await expect(join).toBeVisible();
  await context.setOffline(true);
  await join.click();
  await expect(page.getByText('You are in as soon as there is a connection.')).toBeVisible();
  await runSql(
    databaseUrl,
    `INSERT INTO users (id, email, password_hash, first_name, last_name, birth_date, unique_code, created_at)
     SELECT gen_random_uuid(), place || '@crowd.test', '', 'Isa', 'Pa', '2000-01-01', 'crowd-' || place, now()
     FROM generate_series(2, ${LIMITS.publicMembersMax}) AS place;
     INSERT INTO members (id, chat_id, user_id, role, joined_at)
     SELECT unique_code, '${chat.id}', id, 'MEMBER', now() FROM users WHERE unique_code LIKE 'crowd-%'`,
  );
  await context.setOffline(false);
  await expect(page.getByRole('main').getByText('This chat is full')).toBeVisible();
  await expect(join).toBeHidden();

  await runSql(databaseUrl, `DELETE FROM members WHERE id = 'crowd-2'`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(composer(page)).toBeVisible();
  await context.close();
});
