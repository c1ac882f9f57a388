import { expect, it, vi } from 'vitest';
import { newId } from '../../protocol/index.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { keepUnstored, resumeSends } from './unstored-sends.ts';
import { UNSTORED_SENDS_KEY } from './unstored-sends-key.ts';

const send = (content: string) => ({
  id: newId(),
  chatId: newId(),
  content,
  writtenAt: new Date(0).toISOString(),
});

const portOf = (userId: string, stored: readonly string[] = [], draft?: string) => ({
  userId,
  isStored: async (id: string) => stored.includes(id),
  send: vi.fn(async () => newId()),
  draftOf: async () => draft,
  forgetDraft: vi.fn(async () => undefined),
});

it('sends once, in order, what was not stored, and nothing of what was', async () => {
  const storage = memoryStorage();
  const [first, second, third] = [send('one'), send('two'), send('three')];
  keepUnstored(storage, 'ana', [first, second, third]);
  const bens = portOf('ben');
  await resumeSends(storage, bens);
  expect(bens.send).not.toHaveBeenCalled();
  const port = portOf('ana', [second.id]);
  await resumeSends(storage, port);
  await resumeSends(storage, port);
  expect(port.send.mock.calls).toEqual([[first], [third]]);
});

it('takes the draft of the same words along, and no other', async () => {
  const storage = memoryStorage();
  const one = send('Tara');
  keepUnstored(storage, 'ana', [one]);
  const port = portOf('ana', [], 'Tara ');
  await resumeSends(storage, port);
  expect(port.forgetDraft.mock.calls).toEqual([[one.chatId]]);
  keepUnstored(storage, 'ana', [send('Tara')]);
  const typedOn = portOf('ana', [], 'Tara na');
  await resumeSends(storage, typedOn);
  expect(typedOn.forgetDraft).not.toHaveBeenCalled();
});

it.each(['', '{', '[]', '{"userId":"ana"}', '{"userId":"ana","sends":[{"id":1}]}'])(
  'takes no notice of something else: %s',
  async (text) => {
    const storage = memoryStorage();
    storage.setItem(UNSTORED_SENDS_KEY, text);
    const port = portOf('ana');
    await resumeSends(storage, port);
    expect(port.send).not.toHaveBeenCalled();
  },
);
