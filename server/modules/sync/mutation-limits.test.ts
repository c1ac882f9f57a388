import { expect, it } from 'vitest';
import { LIMITS, mutations, newId, privateChatId } from '../../../protocol/index.ts';
import { limits } from '../../plugins/rate-limits.ts';
import { chargesOf, mutationLimits } from './mutation-limits.ts';

const accountBuckets = (name: keyof typeof limits) => limits[name].filter(({ by }) => by === 'account');

it.each(Object.keys(mutations))('%s takes from a bucket of the account', (name) => {
  const charges = chargesOf(name, {});
  expect(charges).not.toEqual([]);
  for (const { limit, count } of charges) {
    expect(count).toBe(1);
    expect(accountBuckets(limit).length).toBeGreaterThan(0);
  }
});

it('the table names every mutation and nothing else', () => {
  expect(new Set(Object.keys(mutationLimits))).toEqual(new Set(Object.keys(mutations)));
});

it.each([['unknown'], ['__proto__'], ['constructor']])('%s is no mutation, and costs as well', (name) => {
  expect(chargesOf(name, {})).toEqual([{ limit: 'ownState', count: 1 }]);
});

it('a group costs everyone who is brought into it, and the largest fits into the bucket', () => {
  const users = Array.from({ length: LIMITS.groupMembersMax - 1 }, () => newId());
  expect(chargesOf('createChat', { id: newId(), type: 'GROUP', name: 'Tropa', users })).toEqual([
    { limit: 'group', count: 1 },
    { limit: 'addPeople', count: users.length },
  ]);
  for (const { burst } of limits.addPeople) expect(burst).toBeGreaterThanOrEqual(users.length);
});

it('a private chat costs no group', () => {
  const [ana, ben] = [newId(), newId()];
  const args = { id: privateChatId(ana, ben), type: 'PRIVATE', users: [ben] };
  expect(chargesOf('createChat', args)).toEqual([{ limit: 'ownState', count: 1 }]);
});
