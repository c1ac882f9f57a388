import { beforeEach, expect, it } from 'vitest';
import { LIMITS, newChatBody, newId } from '../../../protocol/index.ts';
import { startI18n, translator } from '../../i18n/i18n.ts';
import { newChatError } from './new-chat-error.ts';

beforeEach(async () => {
  await startI18n({
    root: { lang: '', dir: '' },
    storage: { getItem: () => null, setItem: () => undefined },
    wished: ['en-US'],
    isStrict: true,
  });
});

/** What the form says at each field of such a chat. */
const errorsOf = (name: string, picks: number): Record<string, string> => {
  const users = Array.from({ length: picks }, newId);
  const { error } = newChatBody.safeParse({ type: 'GROUP', users, ...(name === '' ? {} : { name }) });
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path: [field], message }) => [
      String(field),
      newChatError(translator.t, { field: String(field), message }),
    ]),
  );
};

it('says nothing about a chat that is within every limit', () => {
  expect(errorsOf('a'.repeat(LIMITS.chatNameMax), LIMITS.groupMembersMax - 1)).toEqual({});
});

it('asks for a name and for somebody', () => {
  expect(errorsOf('', 0)).toEqual({ name: 'Required', users: 'Pick at least one person' });
});

it('names the limit of what is too much', () => {
  expect(errorsOf('a'.repeat(81), 100)).toEqual({
    name: 'Too long: 80 characters at most',
    users: '99 people at most besides you',
  });
});
