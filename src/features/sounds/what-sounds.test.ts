import { describe, expect, it } from 'vitest';
import { type Heard, sinceThen, toneOf } from './what-sounds.ts';

const heard = (
  newest: [string, number][],
  unsent: string[] = [],
  silent: [string, number][] = [],
  namesOnly: string[] = [],
): Heard => ({
  newest: new Map(newest),
  namesOnly: new Set(namesOnly),
  lastSeqs: new Map([...newest, ...silent]),
  unsent: new Set(unsent),
});

describe('between two moments', () => {
  it('looks where a chat has grown, and at what waits no more', () => {
    const before = heard(
      [
        ['ben', 7],
        ['cora', 2],
      ],
      ['m1', 'm2'],
    );
    const now = heard(
      [
        ['ben', 9],
        ['cora', 2],
        ['group', 1],
      ],
      ['m2', 'm3'],
    );
    expect(sinceThen(before, now)).toEqual({
      chats: [
        { chatId: 'ben', after: 7, namesOnly: false },
        { chatId: 'group', after: 0, namesOnly: false },
      ],
      gone: ['m1'],
    });
  });

  it('finds nothing where nothing has changed, or a chat has become muted', () => {
    const before = heard([['ben', 7]], ['m1']);
    expect(sinceThen(before, before)).toEqual({ chats: [], gone: [] });
    expect(sinceThen(before, heard([], ['m1']))).toEqual({ chats: [], gone: [] });
  });

  it('finds nothing old in a chat that is silent no more, and what came after that', () => {
    const muted = heard([], [], [['ben', 7]]);
    expect(sinceThen(muted, heard([['ben', 7]])).chats).toEqual([]);
    expect(sinceThen(muted, heard([['ben', 8]])).chats).toEqual([
      { chatId: 'ben', after: 7, namesOnly: false },
    ]);
  });

  it('listens for names alone in a group that is muted now, whatever it was before', () => {
    const muted = heard([['group', 8]], [], [], ['group']);
    const named = [{ chatId: 'group', after: 7, namesOnly: true }];
    expect(sinceThen(heard([['group', 7]]), muted).chats).toEqual(named);
    expect(sinceThen(muted, heard([['group', 9]])).chats).toEqual([
      { chatId: 'group', after: 8, namesOnly: false },
    ]);
  });
});

describe('the tone', () => {
  const message = { senderId: 'ben', kind: 'user', deletedAt: null } as const;

  it('tells what came in from what went out', () => {
    expect(toneOf({ messages: [message], gone: [] }, 'ana')).toBe('received');
    expect(toneOf({ messages: [{ ...message, senderId: 'ana' }], gone: [{ seq: 8 }] }, 'ana')).toBe('sent');
    expect(toneOf({ messages: [message], gone: [{ seq: 8 }] }, 'ana')).toBe('received');
  });

  it('is silent for lines of the system, what was deleted, and what was taken back or refused', () => {
    expect(toneOf({ messages: [{ ...message, kind: 'system' }], gone: [] }, 'ana')).toBeNull();
    expect(
      toneOf({ messages: [{ ...message, deletedAt: '2026-11-29T00:00:00.000Z' }], gone: [] }, 'ana'),
    ).toBeNull();
    expect(toneOf({ messages: [], gone: [undefined, { seq: null }] }, 'ana')).toBeNull();
  });
});
