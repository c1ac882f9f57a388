import fc from 'fast-check';
import { isMutationName, type MutationName, mutations, newId } from '../../protocol/index.ts';
import { hostileArguments, type Pools } from '../../sync/testing/hostile-arguments.ts';

export type { Pools };

/** Numbers that choose from the pools when the command runs: by then there is more to choose from. */
export type HostileCommand = { readonly name: MutationName; readonly choices: readonly number[] };

const CHOICES = 16;
/** Those that make something under an id, or bring somebody in, come as often as all others together. */
const names = fc.oneof(
  fc.constantFrom<MutationName>('createChat', 'createPost', 'sendMessage', 'reportThing', 'addMember'),
  fc.constantFrom(...Object.keys(mutations).filter(isMutationName)),
);

export const hostileCommand: fc.Arbitrary<HostileCommand> = fc
  .tuple(names, fc.array(fc.nat(), { minLength: CHOICES, maxLength: CHOICES }))
  .map(([name, choices]) => ({ name, choices }));

/** Things that are made under an id of the client's choice. */
const CLAIMS = ['PUBLIC', 'GROUP', 'PRIVATE', 'message', 'file', 'post', 'report'] as const;
export type Claim = (typeof CLAIMS)[number];
export const claim: fc.Arbitrary<Claim> = fc.constantFrom(...CLAIMS);

/** A claim of `id`, by somebody who has a chat and a friend. */
export const claimOf = (
  what: Claim,
  { id, chatId, friendId }: { id: string; chatId: string; friendId: string },
): [MutationName, unknown] => {
  const writtenAt = '2026-03-01T08:00:00.000Z';
  switch (what) {
    case 'message':
      return ['sendMessage', { id, chatId, content: 'Akin', writtenAt }];
    case 'file':
      return ['sendMessage', { id: newId(), chatId, images: [id], writtenAt }];
    case 'post':
      return ['createPost', { id, content: 'Akin' }];
    case 'report':
      return ['reportThing', { id, kind: 'person', targetId: friendId, reason: 'spam' }];
    default:
      return ['createChat', { id, type: what, name: 'Akin', users: [friendId] }];
  }
};

/** The arguments that these choices stand for. */
export const argsOf = ({ name, choices }: HostileCommand, pools: Pools, words: string): unknown => {
  let next = 0;
  const choose = (): number => {
    next += 1;
    return choices[next % choices.length] ?? 0;
  };
  return hostileArguments(name, { pools, words, choose });
};
