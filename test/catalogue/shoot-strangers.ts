/**
 * Pictures of a chat of strangers, of the queue of reports and of what a suspended member sees, for `docs/screens`:
 *   node test/catalogue/shoot-strangers.ts [folder]
 */
import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { newId, newUntimedId } from '../../protocol/index.ts';
import { startApp } from '../support/browser-app.ts';
import { settle } from '../support/browser-layout.ts';
import { befriend, logIn, type Person, registerPerson, say } from '../support/browser-people.ts';
import { chromiumLaunch } from '../support/chromium.ts';

const folder = process.argv[2] ?? 'docs/screens';
const app = await startApp();
const send = async (token: string, method: string, path: string, body: object = {}) => {
  const response = await fetch(`${app.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()).data;
};

const teresa = await registerPerson(app.origin, 'Teresa', 'Magbanua');
const ana = await registerPerson(app.origin, 'Ana', 'Santos');
const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
const cora = await registerPerson(app.origin, 'Cora', 'Villanueva');
await app.stop();
await app.start({ MODERATORS: teresa.uniqueCode });

const meet = async (...people: Person[]): Promise<string> => {
  let chatId = '';
  for (const { token } of people) {
    const choice = { optedIn: true, language: 'any', interests: ['music', 'books'] };
    await send(token, 'PUT', '/strangers/settings', choice);
    ({ chatId } = await send(token, 'POST', '/strangers/queue'));
  }
  return `/strangers/chats/${chatId}`;
};
const chat = await meet(ana, cora);
for (const [{ token }, content] of [
  [cora, 'Kumusta? Mahilig din ako sa kundiman.'],
  [ana, 'Uy! Narinig mo na ba ang bagong plaka nina Mang Levi?'],
  [cora, 'Hindi pa. Pakikinggan ko mamaya pag-uwi.'],
  [ana, 'Sabihin mo kung anong paborito mo.'],
] as const)
  await send(token, 'POST', `${chat}/messages`, { id: newUntimedId(), content });
await send(cora.token, 'PATCH', chat, { wantsFriend: true, seenSeq: 4 });

await befriend(app.origin, cora, ben);
await say(app.origin, ben, cora, 'Sasama ka ba bukas?');
await say(app.origin, cora, ben, 'Hindi ako puwede, may trabaho ako.');
const bad = await say(app.origin, ben, cora, 'Ang bobo mo talaga, huwag ka nang magpakita rito!');
const reports = [newId(), newId()];
const postId = newUntimedId();
const threat = 'Alam ko kung saan kayo nakatira. Mag-ingat kayo.';
await send(ben.token, 'POST', '/posts', { id: postId, content: threat, anonymous: true });
for (const [index, about] of [
  { kind: 'message', targetId: bad.id, reason: 'harassment', note: 'Araw-araw na niya itong ginagawa.' },
  { kind: 'post', targetId: postId, reason: 'violence' },
].entries())
  await send(cora.token, 'POST', '/reports', { id: reports[index], ...about });

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(chromiumLaunch);
const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 800 } };

const shoot = async (
  name: string,
  shape: keyof typeof viewports,
  scheme: 'light' | 'dark',
  token: string,
  path: string,
  isReady: (page: Page) => Promise<unknown>,
): Promise<void> => {
  const context = await browser.newContext({
    viewport: viewports[shape],
    colorScheme: scheme,
    locale: scheme === 'dark' ? 'fil-PH' : 'en-US',
  });
  const page = await context.newPage();
  await page.goto(`${app.origin}/icons/tambay.svg`);
  await page.evaluate((words) => localStorage.setItem('ACCESS_TOKEN', words), token);
  await page.goto(app.origin + path);
  await isReady(page);
  await send(cora.token, 'POST', `${chat}/here`).catch(() => undefined);
  await page.waitForLoadState('networkidle');
  await settle(page);
  await page.screenshot({ path: `${folder}/${name}-${shape}-${scheme}.png` });
  await context.close();
};

const shapes = [
  ['phone', 'light'],
  ['phone', 'dark'],
  ['desktop', 'light'],
  ['desktop', 'dark'],
] as const;
for (const [shape, scheme] of shapes)
  await shoot('stranger', shape, scheme, ana.token, '/strangers', (page) =>
    page.getByText('Sabihin mo kung anong paborito mo.').waitFor(),
  );
for (const [shape, scheme] of [shapes[1], shapes[2]])
  await shoot('moderation', shape, scheme, teresa.token, '/moderation', (page) =>
    page.getByText('Araw-araw na niya itong ginagawa.').waitFor(),
  );
const note = 'Tratuhin nang maayos ang ibang tao.';
await send(teresa.token, 'POST', `/moderation/reports/${reports[0]}/suspend`, { days: 7, note });
const { accessToken } = await logIn(app.origin, ben);
for (const [shape, scheme] of [shapes[0], shapes[3]])
  await shoot('suspended', shape, scheme, accessToken, '/', (page) => page.getByText(note).waitFor());
await browser.close();
await app.dispose();
