import { expect, it } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { rescueDraft, storeRescuedDraft, takeRescuedDraft } from './rescued-draft.ts';
import { RESCUED_DRAFT_KEY } from './rescued-draft-key.ts';

const here = { userId: 'ana', chatId: 'c1' };
const draft = {
  ...{ rowId: 'r1', content: 'Half a sent', replyToId: 'm1', edit: null, files: [], forward: null },
  replaces: ['r0', 'r1'],
  waiting: [
    {
      ...{ rowId: null, content: '', replyToId: null, files: [], forward: null },
      edit: { messageId: 'm2', content: 'New' },
    },
  ],
};

it('gives the words back once, to the same member in the same chat', () => {
  const storage = memoryStorage();
  rescueDraft(storage, { ...here, ...draft });
  expect(takeRescuedDraft(storage, { ...here, chatId: 'c2' })).toBeNull();
  expect(takeRescuedDraft(storage, { ...here, userId: 'ben' })).toBeNull();
  expect(takeRescuedDraft(storage, here)).toEqual(draft);
  expect(takeRescuedDraft(storage, here)).toBeNull();
});

it.each(['', '{', '[]', '{"userId":1}'])('takes no notice of something else: %s', (text) => {
  const storage = memoryStorage();
  storage.setItem(RESCUED_DRAFT_KEY, text);
  expect(takeRescuedDraft(storage, here)).toBeNull();
});

it('puts the words among the drafts of their member, and releases them when they are there', async () => {
  const storage = memoryStorage();
  const stored: unknown[] = [];
  const store = async (chatId: string, words: unknown) => {
    // A chat that opens now still finds them.
    expect(storage.getItem(RESCUED_DRAFT_KEY)).not.toBeNull();
    stored.push([chatId, words]);
  };
  rescueDraft(storage, { ...here, ...draft });
  await storeRescuedDraft(storage, 'ben', store);
  expect(stored).toEqual([]);
  await storeRescuedDraft(storage, 'ana', store);
  await storeRescuedDraft(storage, 'ana', store);
  expect(stored).toEqual([['c1', draft]]);
  expect(takeRescuedDraft(storage, here)).toBeNull();
});

it('keeps the words that could not be stored', async () => {
  const storage = memoryStorage();
  rescueDraft(storage, { ...here, ...draft });
  const refused = storeRescuedDraft(storage, 'ana', () => Promise.reject(new Error('full')));
  await expect(refused).rejects.toThrow('full');
  expect(takeRescuedDraft(storage, here)).toEqual(draft);
});

it('does not mind a storage that is full', () => {
  const full: Storage = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => rescueDraft(full, { ...here, ...draft })).not.toThrow();
});
