import { type MutationName, mutations } from '../../../protocol/index.ts';

/** Every fault that a run of many seeds has to have met, or it has shown nothing about it. */
export const faultKinds = [
  ...['lostRequest', 'lostAnswer', 'zombie', 'portal', 'busy', 'proxy'],
  ...['eventLost', 'eventDoubled', 'eventReordered', 'serverRestart', 'offline', 'online'],
  ...['kill', 'killedInTransaction', 'freeze', 'thaw', 'stolen', 'visibility', 'worker'],
  ...['diskFull', 'clearedStorage', 'clockJump', 'tokenDeath', 'accountSwitch', 'signInAgain', 'upgrade'],
  ...['scope+', 'scope-', 'edit', 'save', 'restore', 'compaction', 'savedMessage'],
  ...['cancel', 'retry', 'list messages', 'list feed', 'list comments', 'list whole'],
] as const;

const isMutation = (name: string): name is MutationName => Object.hasOwn(mutations, name);

/** What a run has not met of the faults and of the mutations that members write. */
export const missingKinds = (counts: Readonly<Record<string, number>>): string[] =>
  [...faultKinds, ...Object.keys(mutations).filter(isMutation)].filter((name) => !counts[name]);
