import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  createUniqueCode,
  friendshipId,
  newId,
  privateChatId,
  savedMessagesId,
} from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { friendships, sessions, users } from '../../server/db/schema.ts';
import { createPasswordHasher } from '../../server/modules/auth/password-hash.ts';
import { createSession } from '../../server/modules/auth/sessions.ts';
import { type Person, World } from '../../server/testing/world.ts';
import { type Actor, CANARY, type Cast, type Member, PASSWORD } from './cast.ts';
import { layFiles } from './files.ts';
import { makePosts } from './matrix-posts.ts';
import { meetStrangers } from './matrix-strangers.ts';

const passwordHash = await createPasswordHasher().hash(PASSWORD);

/** Brings everyone together in an open database; casts do not know of each other. */
export async function gather(db: Database): Promise<Cast> {
  const world = new World(db);
  // The app has the real clock, and its hourly jobs must not find things here that are months old.
  world.clock.advance(Date.now() - world.clock.now().getTime());
  const people: Record<Member, Person> = {
    S: await world.person('Sol'),
    P: await world.person('Pia'),
    F: await world.person('Fe'),
    B: await world.person('Boy'),
    b: await world.person('Bing'),
    M: await world.person('Mila'),
    E: await world.person('Elo'),
    O: await world.person('Olive'),
  };
  const { O, S, P, F, B, b, M, E } = people;
  for (const friend of [F, B, b]) await world.befriend(O, friend);
  await world.applied(P, 'requestFriend', { uniqueCode: O.uniqueCode });
  const { groupId, groupCode } = await createGroup(world, O, [B, b], [M, E]);
  await world.applied(E, 'leaveChat', { chatId: groupId });
  const [publicId, publicCode] = [newId(), createUniqueCode(randomBytes(12))];
  await world.applied(O, 'createChat', {
    ...{ id: publicId, type: 'PUBLIC', name: 'Kanto', uniqueCode: publicCode },
  });
  await world.applied(M, 'joinChat', { chatId: publicId });
  await world.applied(O, 'addMember', { chatId: groupId, userId: S.id, uniqueCode: S.uniqueCode });
  const requestId = privateChatId(P.id, O.id);
  await world.applied(P, 'sendMessage', { ...world.message(requestId), recipientId: O.id });
  const keyOfO = newId();
  const said = world.message(groupId, CANARY);
  await world.applied(O, 'sendMessage', said, { id: keyOfO });
  await world.say(O, privateChatId(O.id, F.id), 'canary-of-the-private-chat');
  const savedId = savedMessagesId(O.id);
  await world.say(O, savedId, 'canary-of-saved-messages');
  const posted = await makePosts(world, people);
  const files = await layFiles(world, O, groupId, posted);
  for (const other of [B, b]) await endFriendship(db, O, other);
  await world.block(O, B);
  await world.block(b, O);

  const tokenFor = async ({ id }: Person): Promise<string> =>
    (await createSession(db, id, 'A test', new Date())).accessToken;
  const revoked = await createSession(db, O.id, 'A lost phone', new Date());
  await db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, revoked.session.id));
  const tokens: Record<Actor, string | undefined> = {
    N: undefined,
    X: revoked.accessToken,
    S: await tokenFor(people.S),
    P: await tokenFor(P),
    F: await tokenFor(F),
    B: await tokenFor(B),
    b: await tokenFor(b),
    M: await tokenFor(M),
    E: await tokenFor(E),
    O: await tokenFor(O),
  };

  const account = await world.person('Acacia');
  for (const { id } of [account, ...Object.values(people)])
    await db.update(users).set({ passwordHash }).where(eq(users.id, id));

  return {
    db,
    world,
    people,
    files,
    tokens,
    groupId,
    groupCode,
    ...posted,
    ...(await meetStrangers(db, people)),
    ...{ publicId, publicCode, requestId, savedId },
    privateId: privateChatId(O.id, F.id),
    keyOfO,
    messageOfO: said.id,
    recentMessage: () => world.say(O, groupId, 'Just now'),
    lostPhoneId: revoked.session.id,
    account,
    newcomer: () => world.person('Neo'),
    pendingRequest: async () => {
      const asker = await world.person('Ask');
      await world.applied(asker, 'requestFriend', { uniqueCode: O.uniqueCode });
      return friendshipId(asker.id, O.id);
    },
    tokenFor,
  };
}

/** A group of the owner's: friends are added at once; strangers are asked by their code, and come. */
async function createGroup(
  world: World,
  owner: Person,
  friends: readonly Person[],
  strangers: readonly Person[],
) {
  const [groupId, groupCode] = [newId(), createUniqueCode(randomBytes(12))];
  const users = friends.map(({ id }) => id);
  await world.applied(owner, 'createChat', {
    ...{ id: groupId, type: 'GROUP', name: 'Barkada', uniqueCode: groupCode, users },
  });
  for (const { id, uniqueCode, ...person } of strangers) {
    await world.applied(owner, 'addMember', { chatId: groupId, userId: id, uniqueCode });
    await world.applied({ id, uniqueCode, ...person }, 'joinChat', { chatId: groupId });
  }
  return { groupId, groupCode };
}

async function endFriendship(db: Database, a: Person, b: Person): Promise<void> {
  await db
    .update(friendships)
    .set({ deletedAt: new Date() })
    .where(eq(friendships.id, friendshipId(a.id, b.id)));
}
