import { expect, it } from 'vitest';
import { isInsideChat, lastPlacesOf, tabOf } from './tabs.ts';

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

it("remembers a member's places, and never leads the next one into them", () => {
  const [ana, ben] = [{}, {}];
  lastPlacesOf(ana).set('chats', '/chats/0123456789ABC');
  expect(lastPlacesOf(ana).get('chats')).toBe('/chats/0123456789ABC');
  expect(lastPlacesOf(ben).size).toBe(0);
});
