import { expect } from '@playwright/test';
import { registerPerson } from '../support/browser-people.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test('at huge letters, choices that have no room in one line stand under each other, however wide the window', async ({
  app,
  page,
}) => {
  const ana = await registerPerson(app.origin, 'Ana', 'Santos');
  await arriveSignedIn(page, app.origin, ana, '/profile/settings/appearance');
  await page.evaluate(() => localStorage.setItem('tambay.language', 'fil'));
  await page.reload();
  const choices = page.getByRole('group', { name: 'Laki ng letra' }).getByRole('button');
  await expect(choices).toHaveCount(4);
  await page.evaluate(() => {
    document.documentElement.dataset['textSize'] = 'huge';
  });
  /** Whether each word has one line, and how many lines the choices stand in. */
  const lines = () =>
    choices.evaluateAll((all) => {
      const range = document.createRange();
      const isBroken = all.some((one) => {
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      });
      return { isBroken, count: new Set(all.map((one) => one.getBoundingClientRect().top)).size };
    });
  for (const width of [390, 640, 1_280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(async () => [1, 4].includes((await lines()).count)).toBe(true);
    expect(await lines()).toMatchObject({ isBroken: false });
  }
  expect(await lines()).toMatchObject({ count: 1 });
  // In a language of longer words.
  await choices.evaluateAll((all) => {
    for (const one of all) {
      const group = one.closest('[role=group]');
      const ruler = [...(group?.parentElement?.querySelectorAll<HTMLElement>('[data-label]') ?? [])];
      const [measured] = ruler.filter(({ dataset }) => dataset['label'] === one.textContent);
      const longer = `${one.textContent} nang kaunti pa`;
      if (measured) measured.dataset['label'] = longer;
      one.textContent = longer;
    }
  });
  await expect.poll(lines).toEqual({ isBroken: false, count: 4 });
});
