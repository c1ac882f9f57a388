/**
 * Pictures of the screens of people and chats over a small believable community, for `docs/screens`:
 *   node test/catalogue/shoot-people.ts
 */
import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { newId, privateChatId } from '../../protocol/index.ts';
import { startApp } from '../support/browser-app.ts';
import { settle } from '../support/browser-looks.ts';
import { befriend, type Person, registerPerson, request } from '../support/browser-people.ts';
import { chatRow, waitForShell } from '../support/browser-steps.ts';
import { chromiumLaunch } from '../support/chromium.ts';

const folder = 'docs/screens';
const app = await startApp();
const send = async (who: Person, method: string, path: string, body: object) => {
  const response = await fetch(`${app.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()).data;
};

const ana = await registerPerson(app.origin, 'Ana', 'Santos');
const names = ['Ben Cruz', 'Cora Villanueva', 'Dante Reyes', 'Elena Bautista', 'Fe Ocampo', 'Gino Lim'];
const friends: Person[] = [];
for (const name of names) {
  const [first = '', last = ''] = name.split(' ');
  friends.push(await registerPerson(app.origin, first, last));
}
const [ben, cora, dante, elena, fe, gino] = friends as [Person, Person, Person, Person, Person, Person];
for (const friend of [ben, cora, dante, elena]) await befriend(app.origin, ana, friend);
await request(app.origin, fe, ana);
await request(app.origin, ana, gino);
const say = (who: Person, chatId: string, content: string, rest: object = {}): Promise<{ id: string }> =>
  send(who, 'POST', `/chats/${chatId}/messages`, { content, ...rest });
const withBen = privateChatId(ana.id, ben.id);
for (const [who, words] of [
  [cora, 'Salamat sa pasalubong! Ang sarap ng dried mangga 🥭'],
  [ana, 'Walang anuman, may susunod pa'],
] as const)
  await say(who, privateChatId(ana.id, cora.id), words);
await say(dante, privateChatId(ana.id, dante.id), 'Nakita mo ba yung payong ko?');
await say(elena, privateChatId(ana.id, elena.id), 'Happy birthday, Ana! 🎂');
const group = newId();
await send(ana, 'POST', '/chats', {
  id: group,
  type: 'GROUP',
  name: 'Barkada sa Escolta',
  users: [ben.id, cora.id, dante.id],
});
await say(ben, group, 'Tara, kape bukas sa Escolta?');
await say(cora, group, 'G! Anong oras?');
const asked = await say(dante, group, 'Alas-tres, sa dating tambayan. Dalhin ninyo ang mga libro.');
await send(ben, 'PUT', `/chats/${group}/messages/${asked.id}/reaction`, { emoji: '👍' }).catch(
  () => undefined,
);
await say(ana, group, 'Sige, kita-kits!', { replyToId: asked.id });
for (const [who, words] of [
  [ben, 'Ana, nakauwi ka na?'],
  [ana, 'Oo, kararating lang. Ang lakas ng ulan sa Quiapo!'],
  [ben, 'Buti na lang may payong ka'],
  [ben, 'Sasama ka ba bukas? Sabi ni Cora, may bagong kapihan daw sa Escolta, katabi ng lumang sinehan.'],
  [ana, 'Sasama! Mga alas-tres'],
] as const)
  await say(who, withBen, words);

await mkdir(folder, { recursive: true });
const browser: Browser = await chromium.launch(chromiumLaunch);
const shapes = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false },
];

const shoot = async (page: Page, name: string): Promise<void> => {
  await settle(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
};

for (const shape of shapes) {
  for (const [scheme, language] of [
    ['light', 'en-US'],
    ['dark', 'fil'],
  ] as const) {
    const context = await browser.newContext({
      viewport: shape.viewport,
      isMobile: shape.isMobile,
      hasTouch: shape.hasTouch,
      colorScheme: scheme,
      locale: language === 'fil' ? 'fil-PH' : language,
    });
    const page = await context.newPage();
    const as = (screen: string) => `${screen}-${shape.name}-${scheme}`;
    await page.goto(`${app.origin}/icons/tambay.svg`);
    await page.evaluate((token) => localStorage.setItem('ACCESS_TOKEN', token), ana.token);
    await page.goto(`${app.origin}/profile/messages`);
    await chatRow(page, 'Ben Cruz').waitFor();
    await chatRow(page, 'Dante Reyes').waitFor();
    await waitForShell(page);
    await shoot(page, as('messages'));
    await page.goto(`${app.origin}/chats/${ben.uniqueCode}`);
    await page.getByRole('log').getByText('Sasama! Mga alas-tres').waitFor();
    await shoot(page, as('chat'));
    await page.goto(`${app.origin}/profile/messages`);
    await chatRow(page, 'Barkada sa Escolta').click();
    await page.getByText('Sige, kita-kits!').last().waitFor();
    await shoot(page, as('group'));
    await page.goto(`${app.origin}/search?q=esc`);
    await page.locator('section [role=status]').filter({ hasText: /\d/ }).waitFor();
    await shoot(page, as('search'));
    for (const [screen, path] of [
      ['friends', '/profile/friends'],
      ['requests', '/profile/friend-requests'],
      ['add-friend', '/profile/add-friend'],
      ['person', `/users/${cora.uniqueCode}`],
      ['me', '/profile'],
      ['edit', '/profile/update'],
      ['new-chat', '/chats/new'],
    ] as const) {
      await page.goto(app.origin + path);
      await page.getByRole('heading', { level: 1 }).last().waitFor();
      await page.waitForLoadState('networkidle');
      await shoot(page, as(screen));
    }
    await context.close();
  }
}
await browser.close();
await app.dispose();
