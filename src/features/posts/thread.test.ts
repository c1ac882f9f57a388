import { expect, it } from 'vitest';
import type { ShownComment } from '../../queries/comments.ts';
import { buildThread } from './thread.ts';

const comment = (id: string, parentId: string | null = null, isDeleted = false): ShownComment => ({
  comment: {
    id,
    postId: 'post',
    parentId,
    creatorId: null,
    author: null,
    content: isDeleted ? null : id,
    createdAt: '2026-11-20T08:00:00.000Z',
    editedAt: null,
    deletedAt: isDeleted ? '2026-11-20T09:00:00.000Z' : null,
    version: 1,
  },
  person: null,
  isMine: false,
  state: 'settled',
  failed: null,
  refusedEdit: null,
});

const shape = (comments: ShownComment[]) =>
  buildThread(comments).map(({ shown, depth }) => `${depth}${shown.comment.id}`);

it('puts answers under what they answer, set in no further than two levels', () => {
  const comments = [comment('a'), comment('b'), comment('c', 'a'), comment('d', 'c'), comment('e', 'd')];
  expect(shape(comments)).toEqual(['0a', '1c', '2d', '2e', '0b']);
});

it('shows a deleted comment only where somebody has answered it', () => {
  expect(shape([comment('a', null, true), comment('b', 'a'), comment('c', null, true)])).toEqual([
    '0a',
    '1b',
  ]);
});

it('shows an answer whose comment is not on the device, and survives a circle', () => {
  expect(shape([comment('b', 'not here')])).toEqual(['0b']);
  expect(shape([comment('a', 'b'), comment('b', 'a')])).toEqual([]);
});
