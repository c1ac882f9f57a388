import { expect, it } from 'vitest';
import { newId } from '../../../protocol/index.ts';
import { editOfRow } from './part-of-message.ts';

it('a refused edit is written again with those whom it named, in the order of its words', () => {
  const [first, second] = [newId(), newId()];
  const args = {
    ...{ chatId: newId(), messageId: newId(), content: '@Jun Cruz at @Jun Cruz' },
    ...{ mentions: [second, first], mentionNames: { [first]: 'Jun Cruz', [second]: 'Jun Cruz' } },
  };
  expect(editOfRow({ args })).toEqual({
    ...{ messageId: args.messageId, content: args.content },
    mentions: [
      { id: second, name: 'Jun Cruz', at: 0 },
      { id: first, name: 'Jun Cruz', at: 13 },
    ],
  });
});
