import { expect } from '@playwright/test';
import { registerPerson, request } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

test('the empty app leads a new member, notices what is done, and stays quiet when told to', async ({
  page,
  context,
  app,
}) => {
  const nena = await registerPerson(app.origin, 'Nena', 'Cruz');
  const dan = await registerPerson(app.origin, 'Dan', 'Go');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await arriveSignedIn(page, app.origin, nena, '/profile/messages');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByText('· Done')).toHaveCount(0);

  await steps.getByRole('button', { name: 'Send your code to friends' }).click();
  await expect(steps.getByRole('listitem').filter({ hasText: 'Send your code' })).toContainText('Done');
  await steps.getByRole('link', { name: 'See what others chat about' }).click();
  await expect(page).toHaveURL(`${app.origin}/chats/public`);
  await page.goBack();
  await expect(steps.getByText('· Done')).toHaveCount(2);
  // What is done elsewhere counts, too.
  await postAs(app.origin, nena, 'Unang post ko');
  await request(app.origin, nena, dan);
  await expect(steps.getByText('· Done')).toHaveCount(4);
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add your photo' })).not.toContainText('Done');

  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByText('No message')).toBeVisible();
  await expect(steps).toBeHidden();
});
