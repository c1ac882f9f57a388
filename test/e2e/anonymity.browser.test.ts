import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import {
  commentsResponse,
  newId,
  PROTOCOL_VERSION,
  postsResponse,
  revalidateResponse,
} from '../../protocol/index.ts';
import { openPushService } from '../../server/testing/push-service.ts';
import { freePort, type RunningApp, startApp } from '../support/browser-app.ts';
import { befriend, callAs, type Person, registerPerson, uploadAs } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { postAs, postCard, visitPosts } from '../support/browser-posts.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { test } from '../support/story.ts';

/**
 * docs/threat-model.md T04 on the wire: readers of every kind hold the real app, and every byte that the server sends them, by HTTP,
 * by socket and by push, is searched for the author of five hundred anonymous posts. What is asked of the server alone,
 * channel by channel: test/security/anonymity.test.ts.
 */
const POSTS = 500;
const SPOKEN_OF = 5;
const FIRST_NAME = 'Zenaida';
const LAST_NAME = 'Quirapas';
const PICTURE_NAME = 'litrato-ni-zeny.jpg';

type Push = Awaited<ReturnType<typeof openPushService>>;
type Reader = { person: Person; pushPath: string; page: Page; context: BrowserContext };

let app: RunningApp;
let proxy: FaultProxy;
let pushService: Push;
let recorded: Buffer[] = [];
test.beforeAll(async () => {
  pushService = await openPushService();
  const port = await freePort();
  proxy = await startFaultProxy({
    target: `http://127.0.0.1:${port}`,
    onBytes: (bytes) => recorded.push(bytes),
  });
  app = await startApp({
    port,
    origins: [proxy.origin],
    entry: fileURLToPath(new URL('../support/push-server.ts', import.meta.url)),
    env: { PUSH_SERVICE_PORT: String(pushService.port), WITHOUT_LIMITS: '1' },
  });
});
test.afterAll(async () => {
  pushService?.close();
  await proxy?.close();
  await app?.dispose();
});

const asAuthor = (author: Person, method: string, path: string, body?: unknown): Promise<void> =>
  callAs(app.origin, author, method, path, undefined, body);

const uploadPicture = async (who: Person): Promise<string> => {
  const { buffer } = await photoFile(PICTURE_NAME, 'teal', 120, 90);
  return uploadAs(app.origin, who, new File([new Uint8Array(buffer)], PICTURE_NAME, { type: 'image/jpeg' }));
};

/** As people post: some with a picture, some liked, edited, spoken under or taken back by who wrote them. */
const postAnonymously = async (author: Person, number: number): Promise<string> => {
  const images = number % 50 === 4 ? [await uploadPicture(author)] : [];
  const id = await postAs(app.origin, author, `lihim ${number}`, { anonymous: true, images });
  if (number % 10 === 0)
    await asAuthor(author, 'POST', `/posts/${id}/comments`, { id: randomUUID(), content: `ako ${number}` });
  if (number % 10 === 1) await asAuthor(author, 'PATCH', `/posts/${id}/like`, { liked: true });
  if (number % 10 === 2) await asAuthor(author, 'PUT', `/posts/${id}`, { content: `lihim ${number}!` });
  if (number % 10 === 3) await asAuthor(author, 'DELETE', `/posts/${id}?soft=true`);
  return id;
};

/** Everything that a client may ask about posts, by the network that is listened to. @returns how many posts there are */
const readEverything = async (reader: Person, ids: readonly string[], author: Person): Promise<number> => {
  let count = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await callAs(proxy.origin, reader, 'GET', `/posts?perPage=100${next}`, postsResponse);
    count += page.data.length;
    cursor = page.meta.nextCursor ?? null;
  }
  for (const query of ['orderBy=likeCount', `search=${FIRST_NAME}`, `creatorId=${author.id}`])
    await callAs(proxy.origin, reader, 'GET', `/posts?${query}`, postsResponse);
  for (const id of ids.slice(0, 40)) {
    await callAs(proxy.origin, reader, 'GET', `/posts?id=${id}`, postsResponse);
    const seen = await fetch(`${proxy.origin}/api/v1/posts/${id}/comments`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
    if (seen.ok) commentsResponse.parse(await seen.json());
  }
  for (let at = 0; at < ids.length; at += 100) {
    const rows = ids.slice(at, at + 100).map((id) => ({ table: 'posts', id, version: 0 }));
    const asked = { protocol: PROTOCOL_VERSION, rows };
    await callAs(proxy.origin, reader, 'POST', '/sync/revalidate', revalidateResponse, asked);
  }
  for (const method of ['PUT', 'DELETE']) {
    const answer = await fetch(`${proxy.origin}/api/v1/posts/${ids[0]}`, {
      method,
      headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'akin' }),
    });
    expect(answer.status).toBe(403);
    await answer.text();
  }
  return count;
};

test('no byte that a reader gets names who wrote 500 anonymous posts', async ({ browser }) => {
  test.setTimeout(400_000);
  const author = await registerPerson(app.origin, FIRST_NAME, LAST_NAME);
  const [friend, blocked, blocker, stranger] = await Promise.all([
    registerPerson(app.origin, 'Fe', 'Cruz'),
    registerPerson(app.origin, 'Boy', 'Reyes'),
    registerPerson(app.origin, 'Bing', 'Santos'),
    registerPerson(app.origin, 'Sol', 'Dizon'),
  ]);
  await befriend(app.origin, friend, author);
  await callAs(app.origin, author, 'GET', `/users/unique-code/${blocked.uniqueCode}`);
  await callAs(app.origin, blocker, 'GET', `/users/unique-code/${author.uniqueCode}`);
  await callAs(app.origin, author, 'PUT', `/users/${blocked.id}/block`, undefined, { blocked: true });
  await callAs(app.origin, blocker, 'PUT', `/users/${author.id}/block`, undefined, { blocked: true });
  const pushed = pushService.subscribe();
  await asAuthor(author, 'POST', '/notifications/push/register', without(pushed));

  // A friend knows the author, and who blocks knows whom: all that is on the devices before anything is written.
  const readers: Reader[] = [];
  for (const person of [friend, blocked, blocker, stranger]) {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await visitPosts(context, proxy.origin, person);
    const subscription = pushService.subscribe();
    await callAs(
      app.origin,
      person,
      'POST',
      '/notifications/push/register',
      undefined,
      without(subscription),
    );
    readers.push({ person, context, page, pushPath: subscription.path });
  }
  for (const { page } of readers) await expect(page.getByText('no post')).toBeVisible();
  const before = Buffer.concat(recorded).toString('latin1');
  // The search finds what is there: the friend's device was told of its friend.
  for (const trace of [author.id, FIRST_NAME, LAST_NAME]) expect(before).toContain(trace);
  recorded = [];

  const ids: string[] = [];
  for (let number = 0; number < POSTS; number += 1) ids.push(await postAnonymously(author, number));
  const live = ids.filter((_, number) => number % 10 !== 3);

  // By hand as well, from the author's own phone: it comes by another way than the readers'.
  const own = await browser.newContext({ locale: 'en-US' });
  const writing = await visitPosts(own, app.origin, author, '/posts/create');
  await writing.getByLabel('Say something').fill('Isinulat sa dyip');
  await attach(writing, [await photoFile(PICTURE_NAME, 'maroon')]);
  await writing.getByText('Post anonymously').click();
  await writing.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(writing.getByText('Post successfully created')).toBeVisible();
  // It has arrived: what waits can not be liked.
  await expect(postCard(writing, 'Isinulat sa dyip').getByRole('button', { name: /^Like/ })).toBeVisible();

  for (const [at, { page, person }] of readers.entries()) {
    await expect(async () => {
      const pill = page.getByRole('button', { name: /^\d+ new$/ });
      if (await pill.isVisible()) await pill.click();
      const card = postCard(page, 'Isinulat sa dyip');
      await expect(card.getByText('Anonymous', { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(postCard(page, 'Isinulat sa dyip').locator('img')).toBeVisible();
    // They speak under it and are answered, which they are told by a push.
    for (const id of live.slice(0, SPOKEN_OF)) {
      const commentId = newId();
      const path = `/posts/${id}/comments`;
      await callAs(proxy.origin, person, 'POST', path, undefined, {
        id: commentId,
        content: `Sino ka? ${at}`,
      });
      await callAs(proxy.origin, person, 'PATCH', `/posts/${id}/like`, undefined, { liked: true });
      const answer = { id: randomUUID(), parentId: commentId, content: `Di ko sasabihin ${at}` };
      await asAuthor(author, 'POST', path, answer);
    }
    await page.goto(`${proxy.origin}/posts/${live[0]}`);
    await expect(page.getByText(`Di ko sasabihin ${at}`)).toBeVisible({ timeout: 60_000 });
    expect(await readEverything(person, ids, author)).toBe(live.length + 1);
  }
  // Each of them was told something, so that there is something to search.
  const toldOf = (path: string) => pushService.arrived.filter((one) => one.path === path);
  for (const { pushPath } of readers)
    await expect.poll(() => toldOf(pushPath).length, { timeout: 60_000 }).toBeGreaterThan(0);

  const sent = Buffer.concat(recorded).toString('latin1');
  const told = JSON.stringify(readers.flatMap(({ pushPath }) => toldOf(pushPath)));
  for (const words of ['lihim 499', 'lihim 2!', 'Isinulat sa dyip', 'Di ko sasabihin', '"hint"'])
    expect(sent.includes(words), `${words} was not sent`).toBe(true);
  expect(told.includes('commentReply')).toBe(true);
  const { id, uniqueCode, email } = author;
  const traces = [id, uniqueCode, email, FIRST_NAME, LAST_NAME, 'litrato', 'Telepono', pushed.path];
  for (const trace of [...traces, pushed.keys.auth, pushed.keys.p256dh]) {
    const at = sent.indexOf(trace);
    expect(at < 0 ? '' : sent.slice(Math.max(0, at - 400), at + 200), `${trace} was sent`).toBe('');
    expect(told.includes(trace), `${trace} was pushed: ${told}`).toBe(false);
  }
  for (const { context } of readers) await context.close();
  await own.close();
});

const without = ({ path: _path, ...subscription }: ReturnType<Push['subscribe']>) => subscription;
