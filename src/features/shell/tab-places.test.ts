import { expect, it } from 'vitest';
import { createTabPlaces, type Entry, type Step, tabPlacesOf } from './tab-places.ts';

/** A history as the router's: numbered entries, of which a new one takes away what stood above it. */
const setup = () => {
  const places = createTabPlaces();
  const entries: Entry[] = [];
  let at = -1;
  let keys = 0;
  const entryOf = (href: string, index: number): Entry => {
    keys += 1;
    const [pathname = ''] = href.split('?');
    return { pathname, href, state: { __TSR_key: `key ${keys}`, __TSR_index: index } };
  };
  const tell = (step: Step): void => {
    const entry = entries[at];
    if (entry) places.note(entry, step);
  };
  return {
    places,
    push(href: string) {
      at += 1;
      entries.length = at;
      entries.push(entryOf(href, at));
      tell('PUSH');
    },
    replace(href: string) {
      entries[at] = entryOf(href, at);
      tell('REPLACE');
    },
    go(by: number) {
      at += by;
      tell('GO');
    },
  };
};

it('knows no way into a tab where nobody was: a link leads to its root', () => {
  const { places, push } = setup();
  expect(places.wayInto('posts')).toBeNull();
  push('/profile/messages');
  expect(places.wayInto('posts')).toBeNull();
});

it('leads back to the same entry of the history, with its whole address, and forth again', () => {
  const { places, push, go } = setup();
  push('/profile/messages');
  push('/posts');
  push('/posts?show=mine');
  push('/profile');
  expect(places.wayInto('posts')).toEqual({ go: -1 });
  go(-1);
  expect(places.wayInto('chats')).toEqual({ go: -2 });
  go(-2);
  expect(places.wayInto('posts')).toEqual({ go: 2 });
  expect(places.wayInto('me')).toEqual({ go: 3 });
});

it('puts a tab anew, its root below it, once its entry has gone from the history', () => {
  const { places, push, go } = setup();
  push('/profile/messages');
  push('/posts?show=mine');
  push('/posts/1');
  push('/profile/friends');
  go(-3);
  push('/chats/0123456789ABC');
  expect(places.wayInto('posts')).toEqual({ push: ['/posts', '/posts/1'] });
  expect(places.wayInto('friends')).toEqual({ push: ['/profile/friends'] });
});

it('does not lead to an entry that another one has replaced', () => {
  const { places, push, replace } = setup();
  push('/profile/messages');
  push('/posts/1');
  replace('/profile');
  expect(places.wayInto('posts')).toEqual({ push: ['/posts', '/posts/1'] });
});

it('steps down to the root of the tab where it lies below, and not through another tab', () => {
  const { places, push } = setup();
  push('/profile');
  push('/profile/settings');
  push('/profile/devices');
  expect(places.wayToRoot()).toEqual({ go: -2 });
  push('/posts/1');
  expect(places.wayToRoot()).toBeNull();
});

it('steps to nothing that an earlier page of the window has left', () => {
  const { places } = setup();
  places.note({ pathname: '/posts/1', href: '/posts/1', state: { __TSR_key: 'a', __TSR_index: 7 } }, 'GO');
  expect(places.wayToRoot()).toBeNull();
  expect(places.wayInto('chats')).toBeNull();
});

it("remembers a member's places, and never leads the next one into them", () => {
  const [ana, ben] = [{}, {}];
  const at: Entry = { pathname: '/profile', href: '/profile', state: { __TSR_key: 'a', __TSR_index: 0 } };
  tabPlacesOf(ana).note(at, 'GO');
  expect(tabPlacesOf(ana).wayInto('me')).toEqual({ go: 0 });
  expect(tabPlacesOf(ben).wayInto('me')).toBeNull();
});
