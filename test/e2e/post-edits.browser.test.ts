import { expect, type Page } from '@playwright/test';
import { postsResponse } from '../../protocol/index.ts';
import { callAs, type Person, uploadAs } from '../support/browser-people.ts';
import { attach, photoFile } from '../support/browser-pictures.ts';
import { postAs, visitPosts } from '../support/browser-posts.ts';
import { test } from '../support/story.ts';

/** An edit of a post changes what was changed in it, and nothing that another device has changed meanwhile. */

const upload = async (origin: string, who: Person, color: string): Promise<string> => {
  const { name, mimeType: type, buffer } = await photoFile('larawan.jpg', color, 200, 150);
  return uploadAs(origin, who, new File([new Uint8Array(buffer)], name, { type }));
};
const postNow = async (origin: string, who: Person, id: string) => {
  const { data } = await callAs(origin, who, 'GET', '/posts?perPage=100', postsResponse);
  const post = data.find((one) => one.id === id);
  return post && { content: post.content, privacy: post.privacy, images: post.images };
};
const words = (page: Page) => page.getByLabel('Say something');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('an edit that waited makes no post public again', async ({ app, ana, context }) => {
  const id = await postAs(app.origin, ana, 'Lihim ko', { privacy: 'PUBLIC' });
  const page = await visitPosts(context, app.origin, ana, `/posts/${id}/update`);
  await expect(words(page)).toHaveValue('Lihim ko');
  await context.setOffline(true);
  await words(page).fill('Lihim ko talaga');
  await save(page);
  await callAs(app.origin, ana, 'PUT', `/posts/${id}`, undefined, {
    content: 'Lihim ko',
    privacy: 'PRIVATE',
  });
  await context.setOffline(false);
  await expect
    .poll(() => postNow(app.origin, ana, id))
    .toEqual({ content: 'Lihim ko talaga', privacy: 'PRIVATE', images: [] });
});

test('an open form follows who may see the post and which pictures it has, and keeps those that were added here', async ({
  app,
  ana,
  context,
}) => {
  const [first, theirs] = [await upload(app.origin, ana, 'teal'), await upload(app.origin, ana, 'navy')];
  const id = await postAs(app.origin, ana, 'Sa palengke', { images: [first] });
  const page = await visitPosts(context, app.origin, ana, `/posts/${id}/update`);
  const tray = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
  await expect(tray).toHaveCount(1);
  await words(page).fill('Sa palengke kanina');
  await attach(page, [await photoFile('akin.jpg', 'olive', 300, 200)]);
  await expect(tray).toHaveCount(2);

  await callAs(app.origin, ana, 'PUT', `/posts/${id}`, undefined, {
    content: 'Sa palengke',
    privacy: 'PRIVATE',
    images: [first, theirs],
  });
  await expect(tray).toHaveCount(3);
  await save(page);
  await expect
    .poll(() => postNow(app.origin, ana, id))
    .toEqual({
      content: 'Sa palengke kanina',
      privacy: 'PRIVATE',
      images: [first, expect.any(String), theirs],
    });
});
