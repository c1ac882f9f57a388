import { expect, it } from 'vitest';
import type { LocalMessage } from '../../../../sync/index.ts';
import type { People } from '../../../queries/messages.ts';
import { copiedText, SELECTED_MAX, selectRange, toggle } from './selected.ts';

const message = (seq: number | null, over: Partial<LocalMessage> = {}): LocalMessage => ({
  ...{ id: `m${seq}`, chatId: 'c', kind: 'user', seq, order: seq ?? 1e9, afterSeq: seq ?? 0 },
  ...{ senderId: 'ana', content: `Words ${seq}`, images: [], files: [], video: null, media: [] },
  ...{ replyToId: null, event: null, mentions: [], isForwarded: false, reactions: [] },
  ...{ writtenAt: '2026-03-01T09:00:00.000Z', createdAt: '2026-03-01T09:00:00.000Z' },
  ...{ editedAt: null, deletedAt: null, version: 1 },
  ...over,
});
const chat = [1, 2, 3, 4, 5].map((seq) => message(seq));
const idsOf = (selected: ReadonlySet<string> | null) => selected && [...selected];
const [one, two, three, , five] = chat as [
  LocalMessage,
  LocalMessage,
  LocalMessage,
  LocalMessage,
  LocalMessage,
];

it('selects and takes out, and ends with the last one', () => {
  const first = toggle(null, two);
  expect(idsOf(first)).toEqual(['m2']);
  expect(idsOf(toggle(first, five))).toEqual(['m2', 'm5']);
  expect(toggle(first, two)).toBeNull();
});

it('selects a range in both directions, without lines of the system, deleted ones, and within the bound', () => {
  const line = message(4, { kind: 'system' });
  const gone = message(6, { id: 'gone', deletedAt: '2026-03-01T10:00:00.000Z' });
  const withLine = [one, two, three, line, gone, five];
  const start = toggle(null, five);
  expect(idsOf(selectRange(start, withLine, 'm5', two))).toEqual(['m5', 'm2', 'm3']);
  expect(idsOf(selectRange(toggle(null, two), withLine, 'm2', five))).toEqual(['m2', 'm3', 'm5']);
  const many = Array.from({ length: 300 }, (_, at) => message(at + 1));
  const all = selectRange(toggle(null, many[0] ?? one), many, 'm1', many[299] ?? five);
  expect(all?.size).toBe(SELECTED_MAX);
  expect(idsOf(toggle(all, many[299] ?? five))).toHaveLength(SELECTED_MAX);
});

it('selects the pressed one alone where the one before is not drawn any more', () => {
  expect(idsOf(selectRange(toggle(null, one), [two, three], 'm1', three))).toEqual(['m1', 'm3']);
});

it('copies one message as its words, several with the names of who wrote them', () => {
  const person = (firstName: string) => ({ firstName, lastName: 'Cruz' }) as never;
  const people: People = new Map([
    ['ana', person('Ana')],
    ['ben', person('Ben')],
  ]);
  const answer = message(2, { senderId: 'ben', content: 'Sige' });
  const gone = message(3, { content: null, deletedAt: '2026-03-01T10:00:00.000Z' });
  expect(copiedText([one, gone], people)).toBe('Words 1');
  expect(copiedText([one, answer, gone], people)).toBe('Ana Cruz: Words 1\nBen Cruz: Sige');
  expect(copiedText([answer, message(5, { senderId: 'left' })], people)).toBe('Ben Cruz: Sige\nWords 5');
});
