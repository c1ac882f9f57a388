import { expect, it } from 'vitest';
import { createTabHistory, type Entry, type Step, tabHistoryOf } from './tab-history.ts';

/** A history as the router's: numbered entries, of which a new one takes away what stood above it. */
const setup = () => {
  const tabHistory = createTabHistory();
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
    if (entry) tabHistory.note(entry, step);
  };
  return {
    tabHistory,
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

it('returns null for a tab that was not visited: a link leads to its root', () => {
  const { tabHistory, push } = setup();
  expect(tabHistory.toTab('posts')).toBeNull();
  push('/profile/messages');
  expect(tabHistory.toTab('posts')).toBeNull();
});

it('leads back to the same entry of the history, with its whole address, and forth again', () => {
  const { tabHistory, push, go } = setup();
  push('/profile/messages');
  push('/posts');
  push('/posts?show=mine');
  push('/profile');
  expect(tabHistory.toTab('posts')).toEqual({ go: -1 });
  go(-1);
  expect(tabHistory.toTab('chats')).toEqual({ go: -2 });
  go(-2);
  expect(tabHistory.toTab('posts')).toEqual({ go: 2 });
  expect(tabHistory.toTab('me')).toEqual({ go: 3 });
});

it('puts a tab anew, its root below it, once its entry has gone from the history', () => {
  const { tabHistory, push, go } = setup();
  push('/profile/messages');
  push('/posts?show=mine');
  push('/posts/1');
  push('/profile/friends');
  go(-3);
  push('/chats/0123456789ABC');
  expect(tabHistory.toTab('posts')).toEqual({ push: ['/posts', '/posts/1'] });
  expect(tabHistory.toTab('friends')).toEqual({ push: ['/profile/friends'] });
});

it('does not lead to an entry that another one has replaced', () => {
  const { tabHistory, push, replace } = setup();
  push('/profile/messages');
  push('/posts/1');
  replace('/profile');
  expect(tabHistory.toTab('posts')).toEqual({ push: ['/posts', '/posts/1'] });
});

it('steps down to the root of the tab where it lies below, and not through another tab', () => {
  const { tabHistory, push } = setup();
  push('/profile');
  push('/profile/settings');
  push('/profile/devices');
  expect(tabHistory.toRoot()).toEqual({ go: -2 });
  push('/posts/1');
  expect(tabHistory.toRoot()).toBeNull();
});

it('steps to nothing that an earlier page of the window has left', () => {
  const { tabHistory } = setup();
  tabHistory.note(
    { pathname: '/posts/1', href: '/posts/1', state: { __TSR_key: 'a', __TSR_index: 7 } },
    'GO',
  );
  expect(tabHistory.toRoot()).toBeNull();
  expect(tabHistory.toTab('chats')).toBeNull();
});

it('keeps the history of each member apart', () => {
  const [ana, ben] = [{}, {}];
  const at: Entry = { pathname: '/profile', href: '/profile', state: { __TSR_key: 'a', __TSR_index: 0 } };
  tabHistoryOf(ana).note(at, 'GO');
  expect(tabHistoryOf(ana).toTab('me')).toEqual({ go: 0 });
  expect(tabHistoryOf(ben).toTab('me')).toBeNull();
});
