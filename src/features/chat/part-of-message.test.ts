import { expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import { editOfCommentRow, editOfRow } from './part-of-message.ts';

it('a refused edit is written again with those whom it named, in the order of its words', () => {
  const [first, second] = [newId(), newId()];
  const args = {
    ...{ chatId: newId(), messageId: newId(), content: '@Jun Cruz at @Jun Cruz' },
    ...{ mentions: [second, first], mentionNames: { [first]: 'Jun Cruz', [second]: 'Jun Cruz' } },
  };
  expect(editOfRow({ state: 'rejected', args }, 'Oy')).toEqual({
    ...{ messageId: args.messageId, content: args.content },
    ...{ original: 'Oy', isBroughtBack: true },
    mentions: [
      { id: second, name: 'Jun Cruz', at: 0 },
      { id: first, name: 'Jun Cruz', at: 13 },
    ],
  });
});

it('an edit that comes back changes what its writer has seen last, and no later words', () => {
  const args = { chatId: newId(), messageId: newId(), content: 'Alas sais', expectedContent: 'Alas singko' };
  expect(editOfRow({ state: 'rejected', args }, 'Alas siyete').original).toBe('Alas siyete');
  // Its own words stand there until it is taken back.
  expect(editOfRow({ state: 'queued', args }, 'Alas sais').original).toBe('Alas singko');
  expect(editOfRow({ state: 'rejected', args }, undefined).original).toBe('Alas singko');
  const { expectedContent: _none, ...earlier } = args;
  expect(editOfRow({ state: 'queued', args: earlier }, 'Alas sais')).not.toHaveProperty('original');
  const comment = { id: newId(), postId: newId(), content: 'Sa bahay', expectedContent: 'Sa parke' };
  expect(editOfCommentRow({ state: 'rejected', args: comment }, 'Sa plaza').original).toBe('Sa plaza');
});
