import { expect } from '@playwright/test';
import { befriend, registerPerson, request, say } from '../support/browser-people.ts';
import { postAs } from '../support/browser-posts.ts';
import { arriveSignedIn, signIn } from '../support/browser-steps.ts';
import { test } from '../support/story.ts';

test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' });

test('the empty app leads a new member, notices what is done, and stays quiet when told to', async ({
  page,
  context,
  app,
}) => {
  const nena = await registerPerson(app.origin, 'Nena', 'Cruz');
  const dan = await registerPerson(app.origin, 'Dan', 'Go');
  const eli = await registerPerson(app.origin, 'Eli', 'Ramos');
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

  // The first friend and a word from them do not take away what is left to do.
  await befriend(app.origin, nena, eli);
  await say(app.origin, eli, nena, 'Kumusta, Nena?');
  await expect(page.getByRole('link', { name: 'Eli Ramos' })).toContainText('Kumusta, Nena?');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add your photo' })).not.toContainText('Done');

  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Eli Ramos' })).toBeVisible();
  await expect(steps).toBeHidden();

  // Who comes back has not forgotten what they were told.
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login with credentials' })).toBeVisible();
  await signIn(page, app.origin, nena);
  await expect(page.getByRole('link', { name: 'Eli Ramos' })).toBeVisible();
  await expect(page.getByText('Kumusta, Nena?')).toBeVisible();
  await expect(steps).toBeHidden();
});
