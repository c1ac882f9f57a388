import { expect, it } from 'vitest';
import { awaitedMedia, LIMITS } from '../../../protocol/index.ts';
import type { LocalMessage } from '../../../sync/index.ts';
import { messageRights, newestEditable } from './message-rights.ts';

const at = '2026-03-01T09:00:00.000Z';
const message: LocalMessage = {
  ...{ id: 'm1', chatId: 'c', kind: 'user', seq: 1, order: 1, afterSeq: 1, senderId: 'me', content: 'hi' },
  ...{
    images: [],
    files: [],
    video: null,
    media: [],
    replyToId: null,
    event: null,
    mentions: [],
    isForwarded: false,
    reactions: [],
  },
  ...{ writtenAt: at, createdAt: at, editedAt: null, deletedAt: null, version: 1 },
};
const nowMs = Date.parse(at) + 1_000;
const may = (over: Partial<LocalMessage>, situation: Partial<Parameters<typeof messageRights>[1]> = {}) =>
  Object.entries(
    messageRights(
      { ...message, ...over },
      { me: 'me', nowMs, canWrite: true, isSaved: false, canPin: false, isPending: false, ...situation },
    ),
  )
    .filter(([, can]) => can)
    .map(([name]) => name.slice(3));

it('lets the sender change a message for 48 hours, and others answer it', () => {
  const others = ['Reply', 'React', 'Star', 'Copy', 'Forward'];
  expect(may({})).toEqual([...others, 'Edit', 'Delete', 'DeleteForAll']);
  expect(may({ senderId: 'ben' })).toEqual([...others, 'Delete', 'Report']);
  const late = nowMs + LIMITS.messageChangeMs;
  expect(may({}, { nowMs: late })).toEqual([...others, 'Delete']);
});

it('lets nobody edit a line of the system, also not the one whom it names', () => {
  expect(may({ kind: 'system', content: 'Ana created “Barkada”' })).not.toContain('Edit');
});

it('lets those pin who may, also what waits for the network, and no line of the system', () => {
  expect(may({})).not.toContain('Pin');
  expect(may({ senderId: 'ben' }, { canPin: true })).toContain('Pin');
  expect(may({ seq: null }, { canPin: true, isPending: true })).toContain('Pin');
  expect(may({ kind: 'system' }, { canPin: true })).not.toContain('Pin');
  expect(may({ deletedAt: at, content: null }, { canPin: true })).toEqual(['Delete']);
});

it('leaves of a deleted message nothing but taking its line away', () => {
  expect(may({ deletedAt: at, content: null })).toEqual(['Delete']);
});

it('lets what waits here be changed or thrown away, however old it is', () => {
  const late = nowMs + LIMITS.messageChangeMs;
  expect(may({ seq: null }, { isPending: true, nowMs: late })).toEqual([
    'Star',
    'Copy',
    'Forward',
    'Edit',
    'Discard',
  ]);
});

it('hands pictures on once the server knows them, with words or without', () => {
  const media: LocalMessage['media'] = awaitedMedia({ images: ['p1'] });
  expect(may({ media, content: null })).toContain('Forward');
  expect(may({ media, seq: null }, { isPending: true })).not.toContain('Forward');
  expect(may({ media: [], content: null })).not.toContain('Forward');
});

it('hands on of others what has come, and their words without what has not', () => {
  const coming: LocalMessage['media'] = awaitedMedia({ images: ['p1'] });
  const ready = coming.map((one) => ({ ...one, state: 'ready' as const }));
  const gone = coming.map((one) => ({ ...one, state: 'withdrawn' as const }));
  const bens = { senderId: 'ben', content: null };
  expect(may({ ...bens, media: ready })).toContain('Forward');
  expect(may({ ...bens, media: coming })).not.toContain('Forward');
  expect(may({ ...bens, media: gone })).not.toContain('Forward');
  expect(may({ ...bens, media: coming, content: 'hi' })).toContain('Forward');
});

it('lets me change and delete what I saved for myself at any time', () => {
  const late = nowMs + LIMITS.messageChangeMs;
  expect(may({}, { nowMs: late, isSaved: true })).toEqual(may({}));
});

it('lets nobody write where they may not', () => {
  expect(may({}, { canWrite: false })).toEqual(['Star', 'Copy', 'Forward', 'Delete', 'DeleteForAll']);
});

it('finds the newest message of one’s own to edit, and none in an old part of the chat', () => {
  const messages = [
    message,
    { ...message, id: 'm2', seq: 2, content: 'newest of mine' },
    { ...message, id: 'm3', seq: 3, content: null },
    { ...message, id: 'm4', seq: 4, senderId: 'ben' },
  ];
  const situation = { me: 'me', nowMs, canWrite: true, isSaved: false };
  expect(newestEditable({ messages, isLive: true }, situation)?.id).toBe('m2');
  expect(newestEditable({ messages, isLive: false }, situation)).toBeUndefined();
  const late = { ...situation, nowMs: nowMs + LIMITS.messageChangeMs };
  expect(newestEditable({ messages, isLive: true }, late)).toBeUndefined();
});
