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

it('hides the bar inside a chat only', () => {
  expect(isInsideChat('/chats/0123456789ABC')).toBe(true);
  expect(isInsideChat('/profile/messages')).toBe(false);
});
