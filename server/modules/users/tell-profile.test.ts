import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatScope, userScope } from '../../../protocol/index.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../../testing/open-database.ts';
import { type Person, World } from '../../testing/world.ts';
import { tellProfile } from './tell-profile.ts';

let opened: OpenedDatabase;
let world: World;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
beforeEach(() => {
  world = new World(opened.db);
});
afterAll(() => opened.close());

const rename = (person: Person, firstName: string) =>
  world.applied(person, 'updateProfile', { userId: person.id, firstName });

/** Where the person's profile has been logged since the last look, with the name it had. */
const told = (userId: string): [string, string | undefined][] =>
  world.commits
    .splice(0)
    .flatMap((commit) => commit.entries)
    .flatMap(({ scope, changes }) =>
      changes.flatMap(({ table, id, row }): [string, string | undefined][] =>
        table === 'users' && id === userId
          ? [[scope, row && 'firstName' in row ? row.firstName : undefined]]
          : [],
      ),
    );

describe('a changed profile', () => {
  it('is told to friends, to both sides of a request, and in shared chats, and to nobody else', async () => {
    const { ana, ben, chatId } = await world.friends();
    const [cora, dino] = [await world.person('Cora'), await world.person('Dino')];
    await world.person('Sol');
    await world.applied(ana, 'requestFriend', { uniqueCode: cora.uniqueCode });
    await world.applied(dino, 'requestFriend', { uniqueCode: ana.uniqueCode });
    world.commits.length = 0;
    world.sentJobs.length = 0;
    await rename(ana, 'Anita');
    expect(told(ana.id)).toEqual([[userScope(ana.id), 'Anita']]);
    expect(world.sentJobs).toMatchObject([{ name: 'tell-profile', data: { userId: ana.id } }]);
    await tellProfile(world.services, ana.id);
    const scopes = [...[ben, cora, dino].map(({ id }) => userScope(id)), chatScope(chatId)];
    expect(new Map(told(ana.id))).toEqual(new Map(scopes.map((scope) => [scope, 'Anita'])));
  });

  it('reaches more people than one transaction tells', async () => {
    const ana = await world.person('Ana');
    const friends = await Promise.all(Array.from({ length: 55 }, (_, n) => world.person(`Friend ${n}`)));
    for (const friend of friends)
      await world.applied(friend, 'requestFriend', { uniqueCode: ana.uniqueCode });
    await rename(ana, 'Anita');
    world.commits.length = 0;
    await tellProfile(world.services, ana.id);
    expect(world.commits).toHaveLength(2);
    expect(new Set(told(ana.id).map(([scope]) => scope))).toEqual(
      new Set(friends.map(({ id }) => userScope(id))),
    );
  });

  it('that is the same as before is told to nobody', async () => {
    const { ana } = await world.friends();
    world.commits.length = 0;
    world.sentJobs.length = 0;
    await rename(ana, 'Ana');
    expect([world.commits, world.sentJobs]).toEqual([[], []]);
  });
});
