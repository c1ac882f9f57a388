import { expect, it } from 'vitest';
import { enUs } from './en-us.ts';
import { fil } from './fil.ts';

it.each([
  ['English', enUs],
  ['Filipino', fil],
])('the title of a tab’s screen is the word on the tab, in %s', (_language, texts) => {
  const { nav, chats, posts, friends, profile } = texts;
  expect([chats.title, posts.title, friends.title, profile.title]).toEqual([
    nav.chats,
    nav.posts,
    nav.friends,
    nav.me,
  ]);
});
