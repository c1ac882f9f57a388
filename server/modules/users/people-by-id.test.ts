import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  friendshipId,
  type MutationName,
  newId,
  newUntimedId,
  privateChatId,
} from '../../../protocol/index.ts';
import { users } from '../../db/schema.ts';
import { tellPosts } from '../../jobs/told-posts.ts';
import { limits } from '../../plugins/rate-limits.ts';
import { openApi } from '../../testing/api.ts';
import type { Person, World } from '../../testing/world.ts';

const taken: string[] = [];
let isEmpty = false;
let api: Awaited<ReturnType<typeof openApi>>;
let world: World;
beforeAll(async () => {
  api = await openApi();
  world = api.world;
  world.services.takeFromBucket = async (_kind, key) => {
    taken.push(key);
    return isEmpty ? 5_000 : 0;
  };
});
afterAll(() => api.close());

const lookUpsOf = (person: Person): number =>
  taken.filter((key) => key.startsWith('codeLookup:') && key.endsWith(person.id)).length;

/** A chat of `owner` and a friend of theirs. */
const openGroup = async (owner: Person, type: 'GROUP' | 'PUBLIC' = 'GROUP'): Promise<string> => {
  const friend = await world.person('Cora');
  await world.befriend(owner, friend);
  const id = newId();
  await world.applied(owner, 'createChat', { id, type, name: 'Barkada', users: [friend.id] });
  return id;
};

const post = async (author: Person, extra: object = {}): Promise<string> => {
  const id = newUntimedId();
  await world.applied(author, 'createPost', { id, content: 'Magandang umaga', privacy: 'PUBLIC', ...extra });
  return id;
};

const deleteAccount = (person: Person) =>
  world.db.update(users).set({ deletedAt: world.clock.now() }).where(eq(users.id, person.id));

/** Ids of people whom the actor may not see. All of them have to look like the first. */
const hidden: Record<string, (actor: Person) => Promise<string>> = {
  'of no account': async () => newId(),
  'of a stranger': async () => (await world.person('Dan')).id,
  'of a stranger who has blocked the actor': async (actor) => {
    const dan = await world.person('Dan');
    await post(dan);
    await world.block(dan, actor);
    return dan.id;
  },
  'of a deleted account': async () => {
    const dan = await world.person('Dan');
    await deleteAccount(dan);
    return dan.id;
  },
  'of a person who has written only anonymously, or what is gone': async (actor) => {
    const dan = await world.person('Dan');
    const postId = await post(dan, { anonymous: true });
    await world.applied(dan, 'createComment', { id: newUntimedId(), postId, content: 'Ako rin' });
    await post(dan, { privacy: 'PRIVATE' });
    const gone = await post(dan);
    await world.applied(dan, 'deletePost', { id: gone });
    const said = { id: newId(), postId: await post(actor) };
    await world.applied(dan, 'createComment', { ...said, content: 'Ay' });
    await world.applied(dan, 'deleteComment', said);
    // The job that tells the author of the comments runs whenever it likes: not while something is observed.
    await tellPosts(world.services);
    return dan.id;
  },
  'of somebody who was in a group before the actor came': async (actor) => {
    const [eva, dan] = [await world.person('Eva'), await world.person('Dan')];
    await world.befriend(eva, dan);
    await world.befriend(eva, actor);
    const chatId = newId();
    await world.applied(eva, 'createChat', { id: chatId, type: 'GROUP', name: 'Old', users: [dan.id] });
    await world.applied(dan, 'leaveChat', { chatId });
    // Lines of the system up to the last message are read by those who come later.
    await world.say(eva, chatId);
    world.clock.advance(1_000);
    await world.applied(eva, 'addMember', { chatId, userId: actor.id });
    return dan.id;
  },
};

/** Every command that names a person by id; `chatId` is a group of the actor's. */
const commands: Record<string, (target: string, actor: Person, chatId: string) => [MutationName, object]> = {
  muteAuthor: (userId) => ['muteAuthor', { userId, muted: true }],
  'muteAuthor, taken back': (userId) => ['muteAuthor', { userId, muted: false }],
  setBlock: (userId) => ['setBlock', { userId, blocked: true }],
  'setBlock, taken back': (userId) => ['setBlock', { userId, blocked: false }],
  'createChat of a group': (userId) => [
    'createChat',
    { id: newId(), type: 'GROUP', name: 'Hoy', users: [userId] },
  ],
  'createChat of a public chat': (userId) => [
    'createChat',
    { id: newId(), type: 'PUBLIC', name: 'Hoy', users: [userId] },
  ],
  'createChat of two': (userId, actor) => [
    'createChat',
    { id: privateChatId(actor.id, userId), type: 'PRIVATE', users: [userId] },
  ],
  'sendMessage to a recipient': (recipientId, actor) => [
    'sendMessage',
    { ...world.message(privateChatId(actor.id, recipientId)), recipientId },
  ],
  'sendMessage to a chat': (id, actor) => ['sendMessage', world.message(privateChatId(actor.id, id))],
  'sendMessage with a mention': (id, _actor, chatId) => [
    'sendMessage',
    { ...world.message(chatId), mentions: [id] },
  ],
  addMember: (userId, _actor, chatId) => ['addMember', { chatId, userId }],
  removeMember: (userId, _actor, chatId) => ['removeMember', { chatId, userId }],
  setMemberRole: (userId, _actor, chatId) => ['setMemberRole', { chatId, userId, role: 'ADMIN' }],
  leaveChat: (successorId, _actor, chatId) => ['leaveChat', { chatId, successorId }],
  reportThing: (targetId) => ['reportThing', { id: newId(), kind: 'person', targetId, reason: 'spam' }],
  'reportThing with an author': (authorId) => [
    'reportThing',
    { id: newId(), kind: 'post', targetId: newId(), reason: 'spam', snapshot: { text: 'x', authorId } },
  ],
  updateProfile: (userId) => ['updateProfile', { userId, firstName: 'Ana' }],
  acceptFriend: (id, actor) => ['acceptFriend', { friendshipId: friendshipId(actor.id, id) }],
  rejectFriend: (id, actor) => ['rejectFriend', { friendshipId: friendshipId(actor.id, id) }],
  cancelRequest: (id, actor) => ['cancelRequest', { friendshipId: friendshipId(actor.id, id) }],
  unfriend: (id, actor) => ['unfriend', { friendshipId: friendshipId(actor.id, id) }],
  markSeen: (id, actor) => ['markSeen', { chatId: privateChatId(actor.id, id), upToSeq: 1 }],
  joinChat: (id, actor) => ['joinChat', { chatId: privateChatId(actor.id, id) }],
  markScreenSeen: (id) => [
    'markScreenSeen',
    { url: `/people/${id}`, until: world.clock.now().toISOString() },
  ],
};

/** What the actor is told and what their devices are brought, with the ids that differ by chance taken out. */
const observe = async (actor: Person, target: string, run: (chatId: string) => Promise<unknown>) => {
  const chatId = await openGroup(actor);
  const known = await world.pull(actor);
  const cursors = Object.fromEntries(
    known.scopes.map(({ scope, epoch, to: seq }) => [scope, { epoch, seq }]),
  );
  const before = lookUpsOf(actor);
  const answer = JSON.stringify(await run(chatId)).replaceAll(target, 'TARGET');
  const lookUps = lookUpsOf(actor) - before;
  const bring = ({ scopes }: Awaited<ReturnType<World['pull']>>) =>
    scopes.flatMap(({ changes }) =>
      changes.map(({ table, id, row }) => `${table} ${JSON.stringify([id, row]).includes(target)}`),
    );
  return {
    answer: answer.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(/"seq":\d+/g, '"seq":N'),
    lookUps,
    pulled: bring(await world.pull(actor, cursors)).toSorted((a, b) => (a < b ? -1 : 1)),
    // A new device of theirs.
    held: bring(await world.pull(actor)).filter((line) => line.endsWith('true')),
  };
};

describe('a person whom one may not see', () => {
  it.each(Object.keys(commands))('looks like no person at all to %s', async (title) => {
    const seen = [];
    for (const [kind, make] of Object.entries(hidden)) {
      const actor = await world.person('Ana');
      const target = await make(actor);
      const said = await observe(actor, target, async (chatId) => {
        const [name, args] = commands[title]?.(target, actor, chatId) ?? ['markSeen', {}];
        const outcome = await world.run(actor, name, args);
        return outcome.status === 'applied' ? { status: outcome.status, id: outcome.result.id } : outcome;
      });
      seen.push({ kind, said });
    }
    for (const { kind, said } of seen) expect({ kind, said }).toEqual({ kind, said: seen[0]?.said });
    expect(seen[0]?.said.held).toEqual([]);
  });

  it.each([
    '/users/TARGET',
    '/chats/users/TARGET',
    '/users/friends?userId=TARGET',
    '/posts?creatorId=TARGET',
    '/posts?userId=TARGET',
  ])('looks like no person at all to GET %s', async (path) => {
    const seen = [];
    for (const make of Object.values(hidden)) {
      const actor = await world.person('Ana');
      const target = await make(actor);
      const { statusCode, body } = await api.ask(actor, 'GET', path.replace('TARGET', target));
      // What is in the feed is there no matter whom one names.
      seen.push([
        statusCode,
        body.includes(target),
        statusCode < 400 ? '' : body.replaceAll(/"requestId".*/g, ''),
      ]);
    }
    for (const one of seen) expect(one).toEqual(seen[0]);
  });
});

/** Everybody whom the actor may see, by what makes them so. */
const visible: Record<string, (actor: Person, person: Person) => Promise<unknown>> = {
  'a friend': (actor, person) => world.befriend(actor, person),
  'somebody who asked': (actor, person) =>
    world.applied(person, 'requestFriend', { uniqueCode: actor.uniqueCode }),
  'somebody who was asked': (actor, person) =>
    world.applied(actor, 'requestFriend', { uniqueCode: person.uniqueCode }),
  'a friend who is none any more': async (actor, person) => {
    await world.befriend(actor, person);
    await world.applied(person, 'unfriend', { friendshipId: friendshipId(actor.id, person.id) });
  },
  'a member of a common group': async (actor, person) => {
    const chatId = await openGroup(actor);
    await world.befriend(actor, person);
    await world.applied(actor, 'addMember', { chatId, userId: person.id });
    await world.applied(person, 'unfriend', { friendshipId: friendshipId(actor.id, person.id) });
  },
  'a member of a common public chat': async (actor, person) => {
    const chatId = await openGroup(actor, 'PUBLIC');
    await world.applied(person, 'joinChat', { chatId });
  },
  'somebody who wrote in a public chat and left it before': async (actor, person) => {
    const owner = await world.person('Eva');
    const chatId = await openGroup(owner, 'PUBLIC');
    await world.applied(person, 'joinChat', { chatId });
    await world.say(person, chatId);
    await world.applied(person, 'leaveChat', { chatId });
    world.clock.advance(1_000);
    await world.applied(actor, 'joinChat', { chatId });
  },
  'a member of a group that was left': async (actor, person) => {
    const chatId = await openGroup(person, 'PUBLIC');
    await world.applied(actor, 'joinChat', { chatId });
    world.clock.advance(1_000);
    await world.applied(actor, 'leaveChat', { chatId });
  },
  'somebody who sent a message request': async (actor, person) => {
    expect((await api.ask(person, 'GET', `/chats/unique-code/${actor.uniqueCode}`)).statusCode).toBe(200);
    const chatId = privateChatId(actor.id, person.id);
    await world.applied(person, 'sendMessage', { ...world.message(chatId), recipientId: actor.id });
  },
  'the author of a post in the feed': (_actor, person) => post(person),
  'the author of a comment': async (actor, person) =>
    world.applied(person, 'createComment', { id: newId(), postId: await post(actor), content: 'Uy' }),
  'somebody whose code was looked up': async (actor, person) => {
    expect((await api.ask(actor, 'GET', `/users/unique-code/${person.uniqueCode}`)).statusCode).toBe(200);
  },
  'somebody who invited': async (actor, person) => {
    const chatId = await openGroup(person);
    const args = { chatId, userId: actor.id, uniqueCode: actor.uniqueCode };
    await world.applied(person, 'addMember', args);
  },
};

describe('a person whom one may see', () => {
  it.each(Object.keys(visible))('can be muted and blocked, and is no look-up: %s', async (title) => {
    for (const [name, flag] of [
      ['muteAuthor', 'muted'],
      ['setBlock', 'blocked'],
    ] as const) {
      const [actor, person] = [await world.person('Ana'), await world.person('Ben')];
      await visible[title]?.(actor, person);
      const before = lookUpsOf(actor);
      expect(await world.verdict(actor, name, { userId: person.id, [flag]: true })).toBe('applied');
      const held = (await world.pull(actor)).scopes.flatMap(({ changes }) => changes);
      expect(held.filter(({ table, id }) => table === 'users' && id === person.id).length).toBeGreaterThan(0);
      expect(await world.verdict(actor, name, { userId: person.id, [flag]: false })).toBe('applied');
      expect(lookUpsOf(actor)).toBe(before);
    }
  });

  it('can be blocked when their account is gone or they have blocked the actor: neither is told', async () => {
    const { ana, ben } = await world.friends();
    const { ana: cora, ben: dan } = await world.friends();
    await world.applied(ben, 'setBlock', { userId: ana.id, blocked: true });
    await world.applied(dan, 'unfriend', { friendshipId: friendshipId(cora.id, dan.id) });
    await deleteAccount(dan);
    expect(await world.verdict(ana, 'setBlock', { userId: ben.id, blocked: true })).toBe('applied');
    expect(await world.verdict(cora, 'setBlock', { userId: dan.id, blocked: true })).toBe('applied');
  });
});

describe('naming somebody by a bare id', () => {
  it('is a look-up as by code: paid for whether or not there is such a person, and refused when there were too many', async () => {
    const ana = await world.person();
    const unknown = [newId(), (await world.person('Ben')).id];
    for (const userId of unknown)
      expect(await world.verdict(ana, 'setBlock', { userId, blocked: true })).toBe('not_found');
    const perLookUp = limits.codeLookup.filter(({ by }) => by === 'account').length;
    expect(lookUpsOf(ana)).toBe(2 * perLookUp);
    isEmpty = true;
    try {
      for (const userId of unknown) {
        const late = world.run(ana, 'muteAuthor', { userId, muted: true });
        await expect(late).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 5_000 });
      }
    } finally {
      isEmpty = false;
    }
    expect(await world.verdict(ana, 'addMember', { chatId: await openGroup(ana), userId: newId() })).toBe(
      'not_found',
    );
  });
});
