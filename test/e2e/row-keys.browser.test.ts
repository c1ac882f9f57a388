import { expect, type Page } from '@playwright/test';
import { chatResponse, newId } from '../../protocol/index.ts';
import {
  befriend,
  callAs,
  logIn,
  type Person,
  registerPerson,
  request,
  say,
} from '../support/browser-people.ts';
import { arriveSignedIn, composer, openChat } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

/** Of the rows in the main area that can be gone to: how many there are, and to how many Tab leads. */
const countRows = (page: Page, within: string): Promise<{ rows: number; stops: number }> =>
  page.evaluate((area) => {
    const found = [...document.querySelectorAll<HTMLElement>(`main ${area}`)].flatMap((list) => [
      ...list.querySelectorAll<HTMLElement>('[data-row]'),
    ]);
    const stopsOf = (row: HTMLElement): HTMLElement[] =>
      [row, ...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), [tabindex]')].filter(
        (one) => one.matches('a[href], button:not(:disabled), [tabindex]'),
      );
    const rows = found.filter((row) => !row.parentElement?.closest('[data-row]') && stopsOf(row).length > 0);
    return {
      rows: rows.length,
      stops: rows.filter((row) => stopsOf(row).some(({ tabIndex }) => tabIndex >= 0)).length,
    };
  }, within);

/** The rows that can be gone to: puts the focus into one, or tells in which it is. */
const rowAt = (page: Page, within: string, toFocus?: number): Promise<number> =>
  page.evaluate(
    ([area, index]) => {
      const way = 'a[href], button:not(:disabled), [tabindex]';
      const rows = [...document.querySelectorAll<HTMLElement>(`main ${area} [data-row]`)].filter(
        (row) => row.matches(way) || row.querySelector(way) !== null,
      );
      const row = index === undefined ? undefined : rows[index];
      (row?.matches(way) ? row : row?.querySelector<HTMLElement>(way))?.focus();
      return rows.findIndex((one) => one.contains(document.activeElement));
    },
    [within, toFocus] as const,
  );

/** Two of everything that stands in a list. */
async function settleTwoOfEach(origin: string, ana: Person): Promise<{ group: string; postId: string }> {
  const as = (who: Person, method: string, path: string, body?: object) =>
    callAs(origin, who, method, path, undefined, body);
  const named = (...names: string[]) =>
    Promise.all(names.map((name) => registerPerson(origin, name, 'Reyes')));
  const [ben, cora, dan, eli, fe, gil] = (await named('Ben', 'Cora', 'Dan', 'Eli', 'Fe', 'Gil')) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const friend of [ben, cora]) {
    await befriend(origin, friend, ana);
    await say(origin, friend, ana, 'Magandang umaga');
  }
  for (const asking of [dan, eli]) await request(origin, asking, ana);
  for (const one of [fe, gil]) {
    await befriend(origin, one, ana);
    await as(ana, 'PUT', `/users/${one.id}/block`, { blocked: true });
    await as(one, 'POST', '/chats', { type: 'PUBLIC', name: `Palengke ni ${one.firstName}`, users: [] });
  }
  const group = { id: newId(), type: 'GROUP', name: 'Barkada', users: [ben.id, cora.id] };
  const { data: made } = await callAs(origin, ana, 'POST', '/chats', chatResponse, group);
  const postId = newId();
  await as(ana, 'POST', '/posts', { id: postId, content: 'Maulan na umaga' });
  for (const who of [ben, cora]) await as(who, 'POST', `/posts/${postId}/comments`, { content: 'Ingat' });
  for (const content of ['Una', 'Ikalawa']) {
    const gone = newId();
    await as(ana, 'POST', '/posts', { id: gone, content });
    await as(ana, 'DELETE', `/posts/${gone}?soft=true`);
  }
  for (let times = 0; times < 2; times += 1) await logIn(origin, ana);
  return { group: made.uniqueCode ?? '', postId };
}

test('every list is one stop of Tab, and arrows lead from row to row', async ({ app, page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const { group, postId } = await settleTwoOfEach(app.origin, ana);
  await arriveSignedIn(page, app.origin, ana);
  const lists = [
    { path: '/profile/friend-requests', within: 'section', text: 'Dan Reyes' },
    { path: '/chats/start', within: 'section', text: 'Ben Reyes' },
    { path: '/chats/new', within: 'ul', text: 'Ben Reyes' },
    { path: '/chats/public', within: 'ul', text: 'Palengke ni Fe' },
    { path: `/chats/${group}/info`, within: 'ul[aria-label=Members]', text: 'Cora Reyes' },
    { path: `/posts/${postId}`, within: 'section', text: 'Ingat' },
    { path: '/posts/bin', within: 'ul', text: 'Ikalawa' },
    { path: '/profile/blocked', within: 'ul', text: 'Gil Reyes' },
    { path: '/profile/devices', within: 'ul', text: 'Sign out' },
  ];
  for (const { path, within, text } of lists) {
    await test.step(path, async () => {
      await page.goto(app.origin + path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expect.poll(async () => (await countRows(page, within)).rows).toBeGreaterThanOrEqual(2);
      await expect.poll(async () => (await countRows(page, within)).stops).toBe(1);
      expect(await rowAt(page, within, 0)).toBe(0);
      await page.keyboard.press('ArrowDown');
      expect(await rowAt(page, within)).toBe(1);
      await page.keyboard.press('ArrowUp');
      expect(await rowAt(page, within)).toBe(0);
    });
  }
});

test('with a mouse and a keyboard the field has the focus in a narrow window, too', async ({ app, page }) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
  await befriend(app.origin, ana, ben);
  await page.setViewportSize({ width: 640, height: 800 });
  await arriveSignedIn(page, app.origin, ana);
  await openChat(page, 'Ben Cruz');
  await expect(composer(page)).toBeFocused();
});
