import { expect, it } from 'vitest';
import { isInsideChat, tabOf } from './tabs.ts';

it.each([
  ['/profile/messages', 'chats'],
  ['/chats/0123456789ABC', 'chats'],
  ['/profile/friends', 'friends'],
  ['/profile/add-friend', 'friends'],
  ['/profile/friend-requests', 'friends'],
  ['/users/0123456789ABC', 'friends'],
  ['/profile', 'me'],
])('%s belongs to %s', (path, tab) => {
  expect(tabOf(path)).toBe(tab);
});

it.each([
  ['/chats/0123456789ABC', true],
  ['/chats/0123456789ABC/info', true],
  ['/chats/new', true],
  ['/profile/messages', false],
  ['/chats/requests', false],
  ['/chats/archived', false],
  ['/chats/public', false],
  ['/chats/start', false],
  ['/chats/starred', false],
])('at %s the bar is hidden: %s', (path, isHidden) => {
  expect(isInsideChat(path)).toBe(isHidden);
});
