import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { newId, newUntimedId, suspensionsResponse } from '../../protocol/index.ts';
import { type RunningApp, startApp } from '../support/browser-app.ts';
import { savedBy } from '../support/browser-downloads.ts';
import { findBarriers, findOverflow, settle } from '../support/browser-layout.ts';
import { befriend, callAs, logIn, type Person, registerPerson, say } from '../support/browser-people.ts';
import {
  arriveSignedIn,
  bubble,
  chatRow,
  message,
  openChat,
  signIn,
  waitForShell,
} from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

let app: RunningApp;
let moda: Person;
let ana: Person;
let ben: Person;
test.beforeAll(async () => {
  app = await startApp();
  moda = await registerPerson(app.origin, 'Moda', 'Reyes');
  ana = await registerPerson(app.origin, 'Ana', 'Ocampo');
  ben = await registerPerson(app.origin, 'Benigno', 'Tan');
  await app.stop();
  await app.start({ MODERATORS: moda.uniqueCode });
  await befriend(app.origin, ana, ben);
});
test.afterAll(async () => {
  await app?.dispose();
});

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
const openPage = async (browser: Browser, locale = 'en-US'): Promise<Page> => {
  const context = await browser.newContext({ locale });
  contexts.push(context);
  return context.newPage();
};

const looksWell = async (page: Page): Promise<void> => {
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
};
const post = async (who: Person, path: string, body: object): Promise<void> => {
  const answer = await fetch(`${app.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
};
const report = async (page: Page, reason: string, note: string): Promise<void> => {
  const sheet = page.getByRole('dialog', { name: 'Report' });
  await sheet.getByRole('radio', { name: reason }).click();
  await sheet.getByLabel('Anything else? (optional)').fill(note);
  const thanks = page.getByText('Thank you. The moderators will look at it.').first().waitFor();
  await sheet.getByRole('button', { name: 'Report', exact: true }).click();
  await thanks;
};
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const press = (where: Locator, name: string) => where.getByRole('button', { name, exact: true }).click();

test('a report, from the member who writes it without a network to the one who is suspended, appeals and comes back', async ({
  browser,
}) => {
  // Controls of direction in what is reported are not shown: the exact words below are without them.
  await say(app.origin, ana, ben, '\u2067Hindi ako sasama');
  // The second letter of the host is Cyrillic: an address is shown as the host that it opens.
  await say(app.origin, ana, ben, 'https://b\u0430nk.example');
  await say(app.origin, ben, ana, 'Ang bobo mo talaga');
  await post(ben, '/posts', {
    id: newUntimedId(),
    content: 'Alam ko kung saan ka nakatira',
    anonymous: true,
  });

  // Ana reports a message in a tunnel, and an anonymous post on the street.
  const anas = await openPage(browser);
  await arriveSignedIn(anas, app.origin, ana);
  await openChat(anas, 'Benigno Tan');
  await waitForShell(anas);
  await anas.context().setOffline(true);
  await bubble(anas, 'Ang bobo mo talaga').click({ button: 'right' });
  await press(anas.getByRole('dialog', { name: 'Message options' }), 'Report');
  await report(anas, 'Harassment or bullying', '\u202eAraw-araw');
  await anas.context().setOffline(false);
  await anas.goto(`${app.origin}/posts`);
  await press(anas.locator('body'), 'All Posts');
  const card = anas.getByRole('article').filter({ hasText: 'Alam ko kung saan ka nakatira' });
  await card.getByRole('button', { name: 'Post options' }).click();
  await press(anas.getByRole('dialog'), 'Report');
  await report(anas, 'Violence or threats', 'Natatakot ako: https://b\u0430nk.example');
  await post(ana, '/reports', { id: newId(), kind: 'person', targetId: ben.id, reason: 'spam' });
  await anas.goto(`${app.origin}/chats/${ben.uniqueCode}`);
  await expect(message(anas, 'Ang bobo mo talaga')).toBeVisible();

  // The moderator finds all three, with what surrounds them.
  const modas = await openPage(browser);
  await arriveSignedIn(modas, app.origin, moda, '/profile');
  await modas.getByRole('link', { name: 'Moderation' }).click();
  const about = (reason: string) => modas.getByRole('article', { name: reason });
  const ofMessage = about('Harassment or bullying');
  for (const words of [
    ...['About Benigno Tan', /^Reported by Ana Ocampo/, 'Araw-araw', 'Reported: Ang bobo mo talaga'],
    ...['Reporter: Hindi ako sasama', 'The reporter’s device showed the same', 'Signed by that device'],
    'Reporter: https://xn--bnk-6cd.example',
  ])
    await expect(ofMessage.getByText(words, typeof words === 'string' ? { exact: true } : {})).toBeVisible();
  // Whatever directions they set, our own words beside them stay as they are.
  for (const words of ['Ang bobo mo talaga', 'Hindi ako sasama'])
    await expect(ofMessage.locator('bdi').getByText(words, { exact: true })).toBeVisible();
  const ofPost = about('Violence or threats');
  await expect(ofPost.getByText('Written anonymously')).toBeVisible();
  await expect(ofPost.getByText('Natatakot ako: https://xn--bnk-6cd.example')).toBeVisible();
  await expect(ofPost).not.toContainText('Benigno');
  await looksWell(modas);

  // Nothing wrong with one; another is taken away for everybody, on whose screen it stands.
  await press(about('Spam or a scam'), 'Dismiss');
  await expect(about('Spam or a scam')).toHaveCount(0);
  await press(ofPost, 'Remove');
  await press(modas.getByRole('alertdialog'), 'Cancel');
  await press(ofMessage, 'Remove');
  await press(modas.getByRole('alertdialog'), 'Remove');
  await expect(ofMessage).toHaveCount(0);
  await expect(message(anas, 'Ang bobo mo talaga')).toHaveCount(0);

  // Who wrote the other is asked with a reason; it ends what its author is doing, this moment.
  const bens = await openPage(browser);
  await arriveSignedIn(bens, app.origin, ben);
  await openChat(bens, 'Ana Ocampo');
  await press(ofPost, 'Who wrote it?');
  await modas.getByLabel('Why is it needed?').fill('A threat');
  await press(modas.getByRole('dialog'), 'Who wrote it?');
  await expect(ofPost.getByText('Written by Benigno Tan')).toBeVisible();
  await press(ofPost, 'Suspend');
  const suspend = modas.getByRole('dialog', { name: 'Suspend whoever wrote it?' });
  await suspend.getByRole('radio', { name: '30 days' }).click();
  await suspend.getByLabel('What they read (optional)').fill('No threats, please');
  await looksWell(modas);
  await press(suspend, 'Suspend');
  await expect(modas.getByText('Nothing is waiting')).toBeVisible();
  await expect(bens.getByRole('button', { name: 'Login with credentials' })).toBeVisible();

  // He may come in, and reads what, why and until when; the own data are his. Where he is no socket comes through, which
  // would tell him of everything that he asks for below.
  await bens.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
  await signIn(bens, app.origin, ben, `/chats/${ana.uniqueCode}`);
  const main = bens.locator('body');
  for (const words of ['Your account is suspended', 'Violence or threats', 'A post', 'No threats, please'])
    await expect(main.getByText(words, { exact: true })).toBeVisible();
  await expect(main.getByText(/^Until [A-Z][a-z]{2} \d+, 20\d\d/)).toBeVisible();
  await expect(bens.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await looksWell(bens);
  await press(main, 'Request a copy');
  const copy = await savedBy(bens, 'Download the copy');
  expect(copy['posts.json']).toContain('Alam ko kung saan ka nakatira');
  await bens.getByLabel('What should the moderators know?').fill('Patawad po');
  await press(main, 'Send appeal');
  await expect(bens.getByText(/You asked for another look on/)).toBeVisible();

  // The moderator reads it and says no, and later yes.
  await view(modas, 'Suspended');
  const held = modas.getByRole('article', { name: 'Benigno Tan' });
  await expect(held.getByText('Patawad po')).toBeVisible();
  await looksWell(modas);
  await press(held, 'Keep it');
  await expect(held.getByText('Appeal answered')).toBeVisible();
  await press(main, 'Check again');
  await expect(bens.getByText('A moderator has read your appeal, and it stays as it is.')).toBeVisible();
  await press(held, 'Lift');
  await expect(held).toHaveCount(0);
  await press(main, 'Check again');
  // The chat that he was in when it began.
  await press(main, 'Back');
  await expect(chatRow(bens, 'Ana Ocampo')).toBeVisible();

  // Every act stands in the log, the newest first.
  await view(modas, 'Log');
  await expect(modas.getByText(/^Moda Reyes /)).toHaveText([
    ...['Moda Reyes lifted a suspension', 'Moda Reyes answered an appeal', 'Moda Reyes suspended somebody'],
    ...['Moda Reyes looked behind an alias', 'Moda Reyes removed what was reported'],
    'Moda Reyes dismissed a report',
  ]);
  await expect(modas.getByText(/^Benigno Tan · A threat · /)).toBeVisible();
  await expect(modas.getByText(/^30 days · No threats, please · /)).toBeVisible();
  await looksWell(modas);
});

test('who is let back in while the app is open is back, and nothing has to be pressed', async ({
  browser,
}) => {
  const ema = await registerPerson(app.origin, 'Ema', 'Lim');
  await befriend(app.origin, ema, ana);
  const id = newId();
  await post(ana, '/reports', { id, kind: 'person', targetId: ema.id, reason: 'hate' });
  await post(moda, `/moderation/reports/${id}/suspend`, { days: null });
  const emas = await openPage(browser);
  await signIn(emas, app.origin, ema);
  await expect(emas.getByText('Your account is suspended')).toBeVisible();
  const { data } = await callAs(app.origin, moda, 'GET', '/moderation/suspensions', suspensionsResponse);
  const held = data.find(({ person }) => person?.id === ema.id);
  await post(moda, `/moderation/suspensions/${held?.id}/answer`, { lift: true });
  await emas.getByRole('link', { name: /^Chats/ }).click();
  // The socket's pauses have grown meanwhile: the next one may last three quarters of a minute.
  await expect(chatRow(emas, 'Ana Ocampo')).toBeVisible({ timeout: 60_000 });
  await expect(emas.getByText('Your account is suspended')).toHaveCount(0);
});

test('a suspended member and a moderator read it in their language', async ({ browser }) => {
  const dina = await registerPerson(app.origin, 'Dina', 'Ramos');
  const id = newId();
  await post(ana, '/reports', { id, kind: 'person', targetId: dina.id, reason: 'hate' });
  await post(moda, `/moderation/reports/${id}/suspend`, { days: null });
  const arrive = async (token: string, path: string): Promise<Page> => {
    const page = await openPage(browser, 'fil-PH');
    await page.goto(`${app.origin}/icons/tambay.svg`);
    await page.evaluate((words) => localStorage.setItem('ACCESS_TOKEN', words), token);
    await page.goto(app.origin + path);
    return page;
  };
  const { accessToken } = await logIn(app.origin, dina);
  const dinas = await arrive(accessToken, '/posts');
  for (const words of [
    'Suspendido ang account mo',
    'Hanggang alisin ito ng moderator',
    'Hate speech o panlalait',
  ])
    await expect(dinas.getByText(words, { exact: true })).toBeVisible();
  await looksWell(dinas);
  const modas = await arrive(moda.token, '/moderation');
  await view(modas, 'Talaan');
  await expect(modas.getByText('Moda Reyes nagsuspinde').first()).toBeVisible();
  await expect(modas.getByText(/^Dina Ramos · Hanggang may mag-alis nito · /)).toBeVisible();
  await looksWell(modas);
  // To everybody else there is no moderation.
  const anas = await openPage(browser);
  await arriveSignedIn(anas, app.origin, ana, '/moderation');
  await expect(anas.getByText('The server did not answer')).toBeVisible();
});
