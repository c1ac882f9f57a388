import { describe, expect, it, vi } from 'vitest';
import type { LocalMessage } from '../../../sync/index.ts';
import { buildTimeline, countNewBelow, dayOf, newestSeq, waitedToBeSent } from './timeline.ts';

const ME = 'me';
const message = (seq: number, over: Partial<LocalMessage> = {}): LocalMessage => ({
  id: `m${seq}`,
  chatId: 'c',
  kind: 'user',
  seq,
  order: seq,
  afterSeq: 0,
  senderId: 'ana',
  content: 'hi',
  images: [],
  files: [],
  video: null,
  media: [],
  replyToId: null,
  mentions: [],
  isForwarded: false,
  reactions: [],
  event: null,
  writtenAt: '2026-03-01T09:00:00.000Z',
  createdAt: '2026-03-01T09:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  version: 1,
  ...over,
});
const at = (time: string) => ({ writtenAt: time, createdAt: time });
const build = (
  messages: LocalMessage[],
  unseenAfter: number | null = null,
  gaps: ReadonlyMap<string, number> = new Map(),
) => buildTimeline({ messages, start: 'complete', gaps, me: ME, unseenAfter });

describe('buildTimeline', () => {
  it('groups neighbours of one sender within five minutes', () => {
    const items = build([
      message(1),
      message(2, at('2026-03-01T09:02:00.000Z')),
      message(3, at('2026-03-01T09:04:00.000Z')),
      message(4, { senderId: ME, ...at('2026-03-01T09:04:30.000Z') }),
      message(5, { senderId: ME, ...at('2026-03-01T09:20:00.000Z') }),
    ]);
    expect(items.map((item) => (item.kind === 'message' ? item.position : item.kind))).toEqual([
      'day',
      'first',
      'middle',
      'last',
      'single',
      'single',
    ]);
  });

  it('puts the unseen line above the first message of others after the mark, and starts a group there', () => {
    const items = build([message(1), message(2, { senderId: ME }), message(3), message(4)], 1);
    expect(items.map((item) => item.key)).toEqual([items[0]?.key, 'm1', 'm2', 'unseen', 'm3', 'm4']);
    expect(items.at(-2)).toMatchObject({ position: 'first' });
  });

  it('draws what is missing between two messages, and groups nothing across it', () => {
    const items = build([message(1), message(2), message(9)], null, new Map([['m9', 9]]));
    expect(items.slice(1)).toMatchObject([
      { key: 'm1', position: 'first' },
      { key: 'm2', position: 'last' },
      { kind: 'gap', key: 'gap m2', before: 9 },
      { key: 'm9', position: 'single' },
    ]);
  });

  it('draws no unseen line over what was deleted meanwhile', () => {
    const gone = { deletedAt: '2026-03-01T10:00:00.000Z' };
    const items = build([message(1), message(2, gone), message(3)], 1);
    expect(items.map((item) => item.key)).toEqual([items[0]?.key, 'm1', 'm2', 'unseen', 'm3']);
    expect(build([message(1), message(2, gone)], 1).some((item) => item.kind === 'unseen')).toBe(false);
  });

  it('draws no unseen line over own messages or without news', () => {
    expect(build([message(1), message(2, { senderId: ME })], 1).some((item) => item.kind === 'unseen')).toBe(
      false,
    );
    expect(build([message(1)], null).some((item) => item.kind === 'unseen')).toBe(false);
  });

  it('starts a day with a divider', () => {
    const items = build([message(1), message(2, at('2026-03-04T09:00:00.000Z'))]);
    expect(items.map((item) => item.kind)).toEqual(['day', 'message', 'day', 'message']);
  });

  it('keeps a message under one key from pending to numbered', () => {
    const pending = message(9, { id: 'x', seq: null, order: 2 ** 40, senderId: ME });
    const numbered = { ...pending, seq: 9, order: 9 };
    const keyOf = (row: LocalMessage) => build([row]).at(-1)?.key;
    expect(keyOf(pending)).toBe(keyOf(numbered));
  });

  it('says where the history is cut off', () => {
    expect(
      buildTimeline({ messages: [message(7)], start: 'gap', gaps: new Map(), me: ME, unseenAfter: null })[0],
    ).toEqual({
      kind: 'start',
      key: 'start',
      start: 'gap',
    });
  });
});

it('counts what came in below, own messages, deleted and pending ones aside', () => {
  const gone = message(5, { deletedAt: '2026-03-01T10:00:00.000Z' });
  const items = build([message(1), message(2), message(3, { senderId: ME }), message(4), gone]);
  expect(countNewBelow(items, 1)).toBe(2);
  expect(newestSeq(items)).toBe(5);
});

it('tells two times only when more than a minute lies between them', () => {
  const written = '2026-03-01T09:00:00.000Z';
  expect(waitedToBeSent({ seq: 1, writtenAt: written, createdAt: '2026-03-01T09:00:59.000Z' })).toBe(false);
  expect(waitedToBeSent({ seq: 1, writtenAt: written, createdAt: '2026-03-01T14:40:00.000Z' })).toBe(true);
  expect(waitedToBeSent({ seq: null, writtenAt: written, createdAt: '2026-03-01T14:40:00.000Z' })).toBe(
    false,
  );
});

it('a day is one of the calendar where the reader is, not of UTC', () => {
  const daysIn = (zone: string): string[] => {
    vi.stubEnv('TZ', zone);
    return ['2026-03-01T15:30:00.000Z', '2026-03-01T16:30:00.000Z'].map(dayOf);
  };
  try {
    expect(daysIn('Asia/Manila')).toEqual(['2026-03-01', '2026-03-02']);
    expect(daysIn('America/Los_Angeles')).toEqual(['2026-03-01', '2026-03-01']);
  } finally {
    vi.unstubAllEnvs();
  }
});
