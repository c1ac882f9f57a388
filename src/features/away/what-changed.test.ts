import { describe, expect, it } from 'vitest';
import type { AwaySnapshot } from '../../queries/away-snapshot.ts';
import { thingPlaceOf } from '../../queries/waiting-things.ts';
import { addLines, whatChanged } from './what-changed.ts';

const before: AwaySnapshot = {
  unseenByChat: new Map([
    ['a', 1],
    ['b', 0],
  ]),
  requests: new Set(['r1']),
  friends: new Set(['f1']),
  echoByPost: new Map([['p', 2]]),
  waiting: new Map([
    ['m1', 'chats'],
    ['m2', 'chats'],
  ]),
  needsMe: new Set(),
};

describe('what changed while one was away', () => {
  it('is nothing when nothing did', () => {
    expect(whatChanged(before, before)).toEqual([]);
  });

  it('counts what others did and what became of mine, and leads to where most of it is', () => {
    const after: AwaySnapshot = {
      unseenByChat: new Map([
        ['a', 2],
        ['b', 3],
      ]),
      requests: new Set(['r1', 'r2']),
      friends: new Set(['f1', 'f2']),
      echoByPost: new Map([
        ['p', 5],
        ['came down only now', 9],
      ]),
      waiting: new Map([['m2', 'chats']]),
      needsMe: new Set(['m2']),
    };
    expect(whatChanged(before, after)).toEqual([
      { kind: 'messages', count: 4, chatId: 'b', chats: 2 },
      { kind: 'requests', count: 1 },
      { kind: 'friends', count: 1 },
      { kind: 'echo', count: 3, postId: 'p' },
      { kind: 'sent', count: 1, place: 'chats' },
      { kind: 'needsMe', count: 1 },
    ]);
  });

  it.each([
    ['posts', ['post:p']],
    ['friends', ['friend:f', 'block:u']],
    ['profile', ['profile', 'settings']],
    ['chats', ['post:p', 'chat:c']],
    ['posts', ['profile', 'post:p']],
  ])('leads to %s when what was sent went in the lanes %j', (place, lanes) => {
    const waiting = new Map(lanes.map((lane) => [lane, thingPlaceOf({ lane })]));
    expect(whatChanged({ ...before, waiting }, { ...before, waiting: new Map() })).toEqual([
      { kind: 'sent', count: lanes.length, place },
    ]);
  });
});

describe('a card that nobody has closed', () => {
  it('goes on saying what it said when another break is over', () => {
    const shown = [
      { kind: 'messages', count: 2, chatId: 'a', chats: 1 },
      { kind: 'sent', count: 1, place: 'chats' },
    ] as const;
    expect(addLines(shown, [])).toBe(shown);
    expect(
      addLines(shown, [
        { kind: 'friends', count: 1 },
        { kind: 'sent', count: 2, place: 'chats' },
      ]),
    ).toEqual([
      { kind: 'messages', count: 2, chatId: 'a', chats: 1 },
      { kind: 'friends', count: 1 },
      { kind: 'sent', count: 3, place: 'chats' },
    ]);
  });

  it('leads to the chats as soon as one thing that was sent is there', () => {
    const [post, message] = [
      [{ kind: 'sent', count: 1, place: 'posts' }],
      [{ kind: 'sent', count: 1, place: 'chats' }],
    ] as const;
    expect(addLines(post, post)).toEqual([{ kind: 'sent', count: 2, place: 'posts' }]);
    expect(addLines(message, post)).toEqual([{ kind: 'sent', count: 2, place: 'chats' }]);
  });

  it('leads to the one chat as long as it is one', () => {
    const shown = [{ kind: 'messages', count: 2, chatId: 'a', chats: 1 }] as const;
    expect(addLines(shown, shown)).toEqual([{ kind: 'messages', count: 4, chatId: 'a', chats: 1 }]);
    expect(addLines(shown, [{ kind: 'messages', count: 1, chatId: 'b', chats: 1 }])).toEqual([
      { kind: 'messages', count: 3, chatId: 'b', chats: 2 },
    ]);
  });
});
