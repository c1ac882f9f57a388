import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { getTableColumns, sql } from 'drizzle-orm';
import { fileResponse, newId } from '../../protocol/index.ts';
import { posts } from '../../server/db/schema.ts';
import { openDatabase } from '../../server/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { callAs, type Person, registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { loadEngine } from './fill-device.ts';
import { throttle } from './page-probes.ts';
import { photoOf } from './photo.ts';
import { frameFigures, scroll, scrollBare } from './scrolling.ts';
import type { Figure } from './stats.ts';

const POSTS = 5_000;
/** By the API; the others are these again, further down. */
const WRITTEN = 40;
const AUTHORS = 8;
const PICTURES = 3;
const SLOWDOWN = 4;
const SCREENS = 50;
const READING = 12;
const FLINGING = 1;
const TIMEOUT_MS = 120_000;
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-US' };

/** A feed of 5,000 posts on the device: read from its top, thrown to its end, and read there. */
export async function measureFeed(): Promise<Figure[]> {
  const app = await startApp({ entry: fileURLToPath(new URL('./bench-server.ts', import.meta.url)) });
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const reader = await registerPerson(app.origin, 'Ana');
    await fillFeed(app);
    const page = await openFeed(app, browser, reader);
    await throttle(page, SLOWDOWN);
    const read = { screens: SCREENS, pace: READING };
    const top = await scroll(page, '[role=feed]', read);
    const fling = await scroll(page, '[role=feed]', { screens: POSTS, pace: FLINGING });
    if ((await page.locator(`[data-index="${POSTS - 1}"]`).count()) === 0)
      throw new Error('The end of the feed was not reached');
    const end = await scroll(page, '[role=feed]', { screens: -SCREENS, pace: READING });
    const bare = await scrollBare(browser, phone, read, SLOWDOWN);
    const of = `feed of ${POSTS.toLocaleString('en')} posts, ${SLOWDOWN}×`;
    return [
      ...frameFigures(`${of}, ${SCREENS} screens from the top`, top, bare),
      ...frameFigures(`${of}, thrown to its end, a screen a frame`, fling, bare),
      ...frameFigures(`${of}, ${SCREENS} screens back from its end`, end, bare),
    ];
  } finally {
    await browser.close();
    await app.dispose();
  }
}

/** Posts as people write them: most are words, every fourth has pictures. The first ones by the API, the others after them. */
async function fillFeed(app: RunningApp): Promise<void> {
  const words = 'Ang ganda ng umaga sa may palengke, kahit maulan at matagal ang dyip. ';
  for (let index = 0; index < AUTHORS; index += 1) {
    const author = await registerPerson(app.origin, `May-akda${index}`);
    const pictures: string[] = [];
    for (let count = 0; count < PICTURES; count += 1)
      pictures.push(await upload(app, author, await photoOf(800, 600 + 50 * count)));
    for (let number = 0; number < WRITTEN / AUTHORS; number += 1) {
      const images = number % 4 === 0 ? pictures.slice(0, 1 + (index % 3)) : [];
      const content = words.repeat(1 + ((number + index) % 5));
      await callAs(app.origin, author, 'POST', '/posts', undefined, { id: newId(), content, images });
    }
  }
  await app.stop();
  const { db, close } = await openDatabase({ dataDir: app.dataDir });
  const columns = Object.values(getTableColumns(posts)).map(({ name }) => name);
  const values = columns.map((name) => {
    if (name === 'id') return 'gen_random_uuid()';
    return name === 'created_at' ? `created_at - step * interval '1 hour'` : `"${name}"`;
  });
  const names = columns.map((name) => `"${name}"`).join(', ');
  const steps = POSTS / WRITTEN - 1;
  await db.execute(
    sql.raw(
      `insert into posts (${names}) select ${values.join(', ')} from posts cross join generate_series(1, ${steps}) step`,
    ),
  );
  await close();
  await app.start();
}

async function upload(app: RunningApp, { token }: Person, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'litrato.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.origin}/api/v1/files`, { method: 'POST', body: form, headers });
  return fileResponse.parse(await answer.json()).data.id;
}

/** The whole feed on the device, by the engine's own door; then the screen. */
async function openFeed(app: RunningApp, browser: Browser, reader: Person): Promise<Page> {
  const page = await (await browser.newContext(phone)).newPage();
  await arriveSignedIn(page, app.origin, reader, '/posts');
  await page.getByRole('article').first().waitFor({ timeout: TIMEOUT_MS });
  await waitForShell(page);
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await loadEngine(page);
  const stored = await page.evaluate(async (userId) => {
    const token = localStorage.getItem('ACCESS_TOKEN');
    const engine = await tambaySync.openEngine({ userId, baseUrl: location.origin, token: () => token });
    await engine.loadAll(tambaySync.listId('feed', 'all'));
    const count = await engine.db.posts.count();
    await engine.close();
    return count;
  }, reader.id);
  if (stored !== POSTS) throw new Error(`The device holds ${stored} posts`);
  await page.goto(`${app.origin}/posts`);
  await page.getByRole('article').first().waitFor();
  return page;
}
