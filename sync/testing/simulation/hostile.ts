import { friendshipId, type MutationName, mutations, privateChatId } from '../../../protocol/index.ts';
import { hostileArguments } from '../hostile-arguments.ts';
import type { Person } from '../world.ts';
import type { Run } from './run.ts';

const isMutation = (name: string): name is MutationName => Object.hasOwn(mutations, name);
const names = Object.keys(mutations).filter(isMutation);
/** Those that make something under an id, or bring somebody in, come as often as all others together. */
const claiming = ['createChat', 'createPost', 'sendMessage', 'addMember'] as const;

/**
 * A member who sends what no engine of ours would: any mutation with any ids, straight to the server. What the others
 * have is known: ids can be computed, seen and guessed.
 */
export const createHostile = (run: Run, person: Person) => {
  const { server, newId, time } = run.world;
  const { chance, people } = run;
  const token = server.signIn(person.id);
  const pairs = people.flatMap((a) => people.filter((b) => a.id < b.id).map((b) => [a.id, b.id] as const));

  const push = (name: MutationName, args: unknown): void => {
    const id = newId();
    const pushed = { id, name, version: mutations[name].version, lane: id, prev: null, args };
    server.handle({
      ...{ method: 'POST', path: '/api/v1/sync/push', signal: new AbortController().signal },
      headers: { authorization: `Bearer ${token}`, 'x-acting-user': person.id },
      body: { protocol: 1, deviceId: newId(), mutations: [pushed] },
    });
  };

  const pools = () => {
    const { chats, messages, posts } = server.state().tables;
    const seen = [...chats.keys(), ...messages.keys(), ...posts.keys()];
    return {
      ids: [
        ...people.map(({ id }) => id),
        ...pairs.map(([a, b]) => friendshipId(a, b)),
        ...seen.slice(-20),
        newId(),
      ],
      wanted: [...pairs.map(([a, b]) => privateChatId(a, b)), run.groupId],
      codes: people.map(({ uniqueCode }) => uniqueCode),
    };
  };

  return {
    attack(): void {
      const name = chance.pick<MutationName>(chance.happens(0.5) ? claiming : names) ?? 'createChat';
      run.count(`hostile ${name}`);
      const choose = (): number => Math.floor(chance.random() * 1_000);
      push(name, hostileArguments(name, { pools: pools(), words: `hostile ${time.now()}`, choose }));
    },
  };
};
