import { expect } from '@playwright/test';
import { errorKinds, pushRequest } from '../../protocol/index.ts';
import { findBarriers } from '../support/browser-layout.ts';
import { ownAddress } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, confirm } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

// A worker would send by itself, past what stands in the way here.
test.use({
  extraHTTPHeaders: ownAddress(),
  viewport: { width: 390, height: 844 },
  locale: 'en-US',
  serviceWorkers: 'block',
});

test('a comment that was refused goes back into the field from where it stands', async ({
  app,
  ana,
  ben,
  page,
}) => {
  const id = await postAs(app.origin, ben, 'Nasa ilog kami');
  await arriveSignedIn(page, app.origin, ana);
  await page.goto(`${app.origin}/posts/${id}`);
  const field = page.getByRole('textbox');
  await expect(page.getByRole('main').getByText('Nasa ilog kami')).toBeVisible();
  await page.route(/\/sync\/push/, async (route) => {
    const { mutations } = pushRequest.parse(route.request().postDataJSON());
    if (!mutations.some(({ name }) => name === 'createComment')) return route.continue();
    const error = { code: 'validation', message: errorKinds.validation.message };
    const answers = mutations.map((one) => ({ id: one.id, status: 'rejected', error }));
    return route.fulfill({ json: { answers, serverTime: new Date().toISOString() } });
  });
  await field.fill('Sama akoo!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const refused = page.getByRole('main').getByRole('article').filter({ hasText: 'Sama akoo!' });
  await expect(refused.getByRole('button', { name: 'Retry' })).toBeVisible();
  // These words are nowhere else.
  await refused.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'Keep');
  await expect(refused).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // What is being written waits behind it.
  await field.fill('Kailan?');
  await refused.getByRole('button', { name: 'Edit' }).click();
  await expect(refused).toHaveCount(0);
  await expect(field).toHaveValue('Sama akoo!');
  await expect(field).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await field.fill('Sama ako!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const mine = page.getByRole('main').getByRole('article').filter({ hasText: 'Sama ako!' });
  await expect(mine.getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(field).toHaveValue('Kailan?');
});
