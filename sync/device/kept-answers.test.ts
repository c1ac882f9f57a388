import { expect, it } from 'vitest';
import { createMemoryDisk, openMemoryStorage } from '../testing/memory-storage.ts';
import { answerKey, KEPT_ANSWERS_MAX, keepAnswer } from './kept-answers.ts';

it('keeps the newest answers, each once, and forgets what is no more', async () => {
  const disk = createMemoryDisk();
  const storage = openMemoryStorage(disk);
  const keep = (question: string, answer: unknown) =>
    storage.write(['meta'], (tx) => keepAnswer(tx, question, answer));
  const kept = (question: string) => disk.stores.meta.get(answerKey(question))?.value;
  for (let at = 0; at < KEPT_ANSWERS_MAX; at += 1) await keep(`person ${at}`, { at });
  await keep('person 0', { at: 'again' });
  await keep('person new', { at: 'new' });
  expect([kept('person 0'), kept('person 1'), kept('person new')]).toEqual([
    '{"at":"again"}',
    undefined,
    '{"at":"new"}',
  ]);
  await keep('person 0', null);
  expect(kept('person 0')).toBeUndefined();
  await keep('long', 'x'.repeat(300_000));
  expect(kept('long')).toBeUndefined();
  expect(disk.stores.meta.size).toBe(KEPT_ANSWERS_MAX);
});
