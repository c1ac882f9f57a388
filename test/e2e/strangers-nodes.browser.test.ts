import { expect, type Page } from '@playwright/test';
import { canRunRedis, createRedisServer, type RedisServer } from '../faults/support/redis-server.ts';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { test } from '../support/story.ts';

test.describe('strangers on two nodes', () => {
  // biome-ignore lint/suspicious/noSkippedTests: a machine without them reports it as skipped, and CI fails on a skip.
  test.skip(!(hasPostgres && canRunRedis), 'no PostgreSQL or no Redis');
  let database: TestDatabase;
  let redis: RedisServer;
  const nodes: RunningApp[] = [];
  test.beforeAll(async () => {
    database = await createTestDatabase();
    redis = await createRedisServer(await freePort());
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    const first = await startApp({ env });
    nodes.push(first, await startApp({ env: { ...env, DATA_DIR: first.dataDir } }));
  });
  test.afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await redis?.dispose();
    await database?.drop();
  });

  const say = async (page: Page, words: string): Promise<void> => {
    await page.getByRole('textbox', { name: /^Write to / }).fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  };

  test('two who are served by different processes meet, exchange messages at once, and part', async ({
    browser,
  }) => {
    const pages: Page[] = [];
    for (const [index, name] of ['Anastacia', 'Benigno'].entries()) {
      const { origin } = nodes[index] ?? { origin: '' };
      const person = await registerPerson(origin, name);
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ optedIn: true, language: 'any', interests: [] });
      await fetch(`${origin}/api/v1/strangers/settings`, { method: 'PUT', headers, body });
      const page = await (await browser.newContext()).newPage();
      await arriveSignedIn(page, origin, person);
      await page.getByRole('link', { name: 'New message' }).click();
      await page.getByRole('link', { name: 'Meet Stranger' }).click();
      await page.getByRole('button', { name: 'Find a stranger' }).click();
      pages.push(page);
    }
    const [one, two] = pages;
    if (!one || !two) throw new Error('Two pages');
    await say(one, 'Mula sa unang node');
    await expect(two.getByText('Mula sa unang node')).toBeVisible();
    await two.getByRole('textbox', { name: /^Write to / }).pressSequentially('Ma');
    await expect(one.getByRole('status').filter({ hasText: 'typing' })).toBeVisible();
    await say(two, 'Mula sa ikalawa');
    await expect(one.getByText('Mula sa ikalawa')).toBeVisible();
    await two.getByRole('button', { name: 'End', exact: true }).click();
    await expect(one.getByText(/has left\./).first()).toBeVisible();
    for (const page of pages) await page.context().close();
  });
});
