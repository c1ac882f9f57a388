import { expect, it } from 'vitest';
import type { MemberRow } from '../rows/chat.ts';
import { auditSum } from './audit.ts';

const member: MemberRow = {
  ...{ id: 'm', chatId: 'c', userId: 'u', role: 'MEMBER', joinedSeq: 1, deliveredSeq: 4, seenSeq: 4 },
  ...{ seenAt: null, seenFrom: null, joinedAt: '2026-03-01T09:00:00.000Z', version: 3 },
};
const sumOf = (over: Partial<MemberRow>) => auditSum([{ table: 'members', row: { ...member, ...over } }]);

it('leaves out every field of a member that is told later than it changes, and no other', () => {
  const receipts = {
    deliveredSeq: 9,
    seenSeq: 9,
    seenAt: '2026-03-02T09:00:00.000Z',
    seenFrom: 4,
    version: 4,
  };
  expect(sumOf(receipts)).toBe(sumOf({}));
  expect(sumOf({ role: 'ADMIN' })).not.toBe(sumOf({}));
  expect(sumOf({ joinedSeq: 2 })).not.toBe(sumOf({}));
});
