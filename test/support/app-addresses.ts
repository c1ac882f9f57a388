import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { chatResponse, newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import { type RunningApp, startApp } from './browser-app.ts';
import { settle } from './browser-layout.ts';
import { befriend, callAs, type Person, registerPerson, request, say } from './browser-people.ts';

/** Every address of the app, from the router's own list; the build writes it. */
export const routerAddresses = (): string[] => {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8');
  const union = /fullPaths:([^;]*);/.exec(tree)?.[1] ?? '';
  return [...union.matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '');
};

/** Who and what is there for the addresses to show. */
export interface Stage {
  ana: Person;
  ben: Person;
  groupCode: string;
  /** Of somebody whom Ana blocked. */
  blockedCode: string;
  postId: string;
}

/** An address with something to see. */
export interface Visit {
  /** Whose eyes: a visitor has no token. Ana is a moderator, too. */
  who: 'visitor' | 'ana';
  path: (stage: Stage) => string;
  /** What is there when the screen is, in any language; else its heading is. */
  sign?: (page: Page) => Locator;
}

const text = (words: string) => (page: Page) => page.getByText(words).first();
const visitor = (path: string, sign?: Visit['sign']): Visit => ({
  who: 'visitor',
  path: () => path,
  ...(sign ? { sign } : {}),
});
const ana = (path: string | Visit['path'], sign?: Visit['sign']): Visit => ({
  who: 'ana',
  path: typeof path === 'string' ? () => path : path,
  ...(sign ? { sign } : {}),
});

/** For each route of the router what it needs to be visited. `addresses.browser.test.ts` fails when one is missing. */
export const visits: Readonly<Record<string, Visit>> = {
  '/': visitor('/', (page) => page.locator('input[type=email]')),
  '/register': visitor('/register', (page) => page.locator('input[type=email]')),
  '/forgot-password': visitor('/forgot-password', (page) => page.locator('input[type=email]')),
  '/reset-password': visitor(`/reset-password#token=${'a'.repeat(43)}`, (page) =>
    page.locator('input[type=password]').first(),
  ),
  '/qr-login': visitor('/qr-login', (page) => page.getByRole('img').first()),
  '/not-found': visitor('/not-found', (page) => page.getByRole('link').first()),
  '/profile/messages': ana('/profile/messages', text('Kita tayo')),
  '/chats/$uniqueCode': ana(
    ({ ben }) => `/chats/${ben.uniqueCode}`,
    (page) => page.getByRole('log').getByText('Kita tayo'),
  ),
  '/chats/$uniqueCode/info': ana(({ groupCode }) => `/chats/${groupCode}/info`, text('Ben Cruz')),
  '/chats/$uniqueCode/media': ana(({ groupCode }) => `/chats/${groupCode}/media`),
  '/chats/new': ana('/chats/new', (page) => page.getByRole('checkbox').first()),
  '/chats/start': ana('/chats/start', text('Ben Cruz')),
  '/chats/public': ana('/chats/public', text('Palengke ng Quiapo')),
  '/chats/requests': ana('/chats/requests', text('Kapitbahay ninyo ako')),
  '/chats/archived': ana('/chats/archived', text('Carla')),
  '/chats/starred': ana('/chats/starred'),
  '/search': ana('/search?q=kita', (page) => page.locator('mark').first()),
  '/profile/friends': ana('/profile/friends', text('Ben Cruz')),
  '/profile/add-friend': ana('/profile/add-friend', (page) => page.locator('input').first()),
  '/profile/friend-requests': ana('/profile/friend-requests', text('Dodong')),
  '/users/$uniqueCode': ana(({ ben }) => `/users/${ben.uniqueCode}`, text('Ben Cruz')),
  '/posts/': ana('/posts', text('Maulan na umaga')),
  '/posts/$postId/': ana(({ postId }) => `/posts/${postId}`, text('Ingat sa baha')),
  '/posts/$postId/update': ana(
    ({ postId }) => `/posts/${postId}/update`,
    (page) => page.locator('textarea').first(),
  ),
  '/posts/create': ana('/posts/create', (page) => page.locator('textarea').first()),
  '/posts/bin': ana('/posts/bin', text('Hindi ko na sasabihin')),
  '/posts/drafts': ana('/posts/drafts'),
  '/profile/': ana('/profile', (page) => page.getByText(/^\w{4}-\w{4}-\w{5}$/)),
  '/profile/update': ana('/profile/update', (page) => page.locator('input[type=date]')),
  '/profile/account': ana('/profile/account'),
  '/profile/add-device': ana('/profile/add-device'),
  '/profile/blocked': ana('/profile/blocked', text('Elena Garcia')),
  '/profile/muted': ana('/profile/muted', text('Maria Carla')),
  '/profile/change-language': ana('/profile/change-language', text('Filipino')),
  '/profile/change-password': ana('/profile/change-password', (page) =>
    page.locator('input[type=password]').first(),
  ),
  '/profile/connected-sites': ana('/profile/connected-sites'),
  '/profile/devices': ana('/profile/devices'),
  '/profile/network-lab': ana('/profile/network-lab'),
  '/profile/outbox': ana('/profile/outbox'),
  '/profile/scan': ana('/profile/scan'),
  '/profile/settings/': ana('/profile/settings', (page) => page.locator('a[href="/profile/devices"]')),
  '/profile/settings/$group': ana('/profile/settings/privacy', (page) => page.getByRole('switch').first()),
  '/profile/sign-in-provider': ana('/profile/sign-in-provider', (page) =>
    page.getByRole('main').locator('input[type=password]').first(),
  ),
  '/profile/sync-doctor': ana('/profile/sync-doctor'),
  '/share': ana('/share'),
  '/strangers': ana('/strangers', (page) => page.getByRole('switch').first()),
  '/moderation': ana('/moderation', text('Inaabala niya ako')),
};

/** Waits until an address shows all it has to show. */
export async function goTo(page: Page, origin: string, visit: Visit, stage: Stage): Promise<void> {
  // What a visitor's address carries is read when the app starts. A member goes on inside the running app, as by a link:
  // forty starts of the whole app would take a minute.
  if (visit.who === 'visitor') await page.goto(origin + visit.path(stage));
  else
    await page.evaluate((path) => {
      // The screen that is left stays until the next one is there, and must not be taken for it.
      for (const title of document.querySelectorAll('h1')) title.dataset['left'] = '';
      history.pushState(null, '', path);
    }, visit.path(stage));
  await expect(visit.sign ? visit.sign(page) : page.locator('h1:not([data-left])').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await settle(page);
}

/** No server runs at this address; the screen shows only the name. Without a provider the address redirects to the settings. */
const signInProvider = {
  OIDC_ISSUER: 'http://localhost:9',
  OIDC_CLIENT_ID: 'tambay',
  OIDC_CLIENT_SECRET: 'of no use',
  OIDC_NAME: 'Barangay',
};

/** An app in which every address has something to show, and of which Ana is a moderator. */
export async function startStage(): Promise<{ app: RunningApp; stage: Stage }> {
  const app = await startApp();
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  await app.stop();
  await app.start({ MODERATORS: ana.uniqueCode, ...signInProvider });
  return { app, stage: await settleStage(app.origin, ana) };
}

/** Everything the addresses show, made through the API by the people of the story. */
async function settleStage(origin: string, me: Person): Promise<Stage> {
  const as = (who: Person, method: string, path: string, body?: object) =>
    callAs(origin, who, method, path, undefined, body);
  const ben = await registerPerson(origin, 'Ben', 'Cruz');
  const carla = await registerPerson(origin, 'Maria Carla', 'de los Reyes-Villanueva');
  const dodong = await registerPerson(origin, 'Dodong', 'Bautista');
  const elena = await registerPerson(origin, 'Elena', 'Garcia');
  const hana = await registerPerson(origin, 'Hana', 'Mercado');
  for (const friend of [ben, carla, elena]) await befriend(origin, friend, me);
  await request(origin, dodong, me);
  await as(me, 'PUT', `/users/${elena.id}/block`, { blocked: true });
  await as(me, 'PUT', `/users/${carla.id}/mute`, { muted: true });

  await say(origin, me, ben, 'Sige, Saturday tayo');
  const insult = await say(origin, ben, me, 'Kita tayo sa plaza mamaya, bandang alas-sais 🌇');
  await say(origin, me, carla, 'Salamat sa ulam kahapon!');
  const withCarla = privateChatId(me.id, carla.id);
  await as(me, 'PATCH', `/chats/${withCarla}/membership`, { isArchived: true });
  // Anybody who has the code may ask.
  await as(hana, 'GET', `/chats/unique-code/${me.uniqueCode}`);
  await say(origin, hana, me, 'Magandang araw! Kapitbahay ninyo ako.');
  const group = { id: newId(), type: 'GROUP', name: 'Barkada sa Escolta', users: [ben.id] };
  const { data: made } = await callAs(origin, me, 'POST', '/chats', chatResponse, group);
  await as(ben, 'POST', '/chats', { type: 'PUBLIC', name: 'Palengke ng Quiapo', users: [] });

  const postId = newId();
  await as(me, 'POST', '/posts', { id: postId, content: 'Maulan na umaga sa Quiapo ☔' });
  await as(ben, 'POST', `/posts/${postId}/comments`, { content: 'Ingat sa baha' });
  const gone = newId();
  await as(me, 'POST', '/posts', { id: gone, content: 'Hindi ko na sasabihin' });
  await as(me, 'DELETE', `/posts/${gone}?soft=true`);
  await as(ben, 'POST', '/posts', { id: newUntimedId(), content: 'Sino ang nakakita?', anonymous: true });
  await as(dodong, 'POST', '/posts', { content: 'May naiwan bang payong sa dyip?' });
  await as(me, 'POST', '/reports', {
    kind: 'message',
    targetId: insult.id,
    reason: 'harassment',
    note: 'Inaabala niya ako gabi-gabi',
  });
  return { ana: me, ben, groupCode: made.uniqueCode ?? '', blockedCode: elena.uniqueCode, postId };
}
