import { eq } from 'drizzle-orm';
import { friendshipId, newId, newUntimedId, privateChatId } from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { files, friendships, users } from '../../server/db/schema.ts';
import { type Person, World } from '../../server/testing/world.ts';

/**
 * Those who run commands in the matrix, as they stand to O:
 *
 *   S stranger · P has asked O to be friends, and has written to O · F friend · B blocked by O · b has blocked O
 *   N is in O's PUBLIC chat · I is invited into O's group · M member · A admin
 *   L has left the group, and R was removed from it; both are friends of O · O the owner
 *
 * A suspended member and a deleted account have no session: `mutation-sessions.test.ts` asks for them over HTTP.
 */
export const ACTORS = ['S', 'P', 'F', 'B', 'b', 'N', 'I', 'M', 'A', 'L', 'R', 'O'] as const;
export type Actor = (typeof ACTORS)[number];
/** Y and Z are friends whom none of the actors knows; Ana and Ben are strangers to all, and to each other. */
const BYSTANDERS = ['Y', 'Z', 'Ana', 'Ben'] as const;
export const READERS = [...ACTORS, ...BYSTANDERS] as const;
export type Reader = (typeof READERS)[number];
/** D has deleted the account. */
type Name = Reader | 'D';
type People = Readonly<Record<Name, Person>>;

export const KINDS = [
  ...(['chat', 'message', 'user', 'friendship', 'post', 'comment', 'file'] as const),
  ...(['report', 'key', 'free'] as const),
] as const;
export type Kind = (typeof KINDS)[number];
/** An id that a command is given. `of`: the chat of a message, or the post of a comment. */
export type Thing = { readonly id: string; readonly kind: Kind; readonly of?: string };
export type Things = Readonly<Record<string, Thing>>;

export type Cast = {
  readonly people: People;
  readonly things: Things;
  /** What each actor has. */
  readonly own: Readonly<Record<Actor, Things>>;
};

const NAMES: Readonly<Record<Name, string>> = {
  ...{ S: 'Sol', P: 'Pia', F: 'Fe', B: 'Boy', b: 'Bing', N: 'Nena', I: 'Iska', M: 'Mila', A: 'Ador' },
  ...{ L: 'Lito', R: 'Rosa', O: 'Olive', Y: 'Yen', Z: 'Zia', Ana: 'Ana', Ben: 'Ben', D: 'Dodo' },
};

/** One value for each name. */
const forEach = async <N extends string, T>(
  names: readonly N[],
  make: (name: N) => Promise<T>,
): Promise<Record<N, T>> => {
  const isWhole = (found: Partial<Record<N, T>>): found is Record<N, T> =>
    names.every((name) => found[name] !== undefined);
  const found: Partial<Record<N, T>> = {};
  for (const name of names) found[name] = await make(name);
  if (!isWhole(found)) throw new Error('A value is missing.');
  return found;
};

/** Brings everyone together in an open database. */
export const gatherCast = async (db: Database): Promise<Cast> => {
  const world = new World(db);
  const people = await forEach([...READERS, 'D'] as const, (name) => world.person(NAMES[name]));
  const { B, b, F, P, D, Y, Z, O } = people;
  for (const friend of [F, B, b, D]) await world.befriend(O, friend);
  await world.befriend(Y, Z);
  await world.applied(P, 'requestFriend', { uniqueCode: O.uniqueCode });
  const chats = await fillChats(world, people);
  for (const friend of [people.L, people.R]) await world.befriend(O, friend);
  const posts = await fillPosts(world, people);
  const own = await forEach(ACTORS, (name) => fillOwn(world, people[name], Y));
  for (const gone of [B, b, D])
    await db
      .update(friendships)
      .set({ deletedAt: world.clock.now() })
      .where(eq(friendships.id, friendshipId(O.id, gone.id)));
  await world.block(O, B);
  await world.block(b, O);
  const deleted = { deletedAt: world.clock.now(), firstName: 'Deleted', lastName: 'account' };
  await db.update(users).set(deleted).where(eq(users.id, D.id));
  const things: Things = { ...chats, ...posts, ...named(people), ...unused() };
  return { people, things, own };
};

/** A member of a group comes by invitation: only friends are added. */
const bringIn = async (world: World, owner: Person, person: Person, chatId: string): Promise<void> => {
  await world.applied(owner, 'addMember', { chatId, userId: person.id, uniqueCode: person.uniqueCode });
  await world.applied(person, 'joinChat', { chatId });
};

const fillChats = async (world: World, { F, P, D, B, b, M, A, L, R, I, N, Y, Z, O, ...people }: People) => {
  const [group, open, foreign, gone] = [newId(), newId(), newId(), newId()];
  await world.applied(O, 'createChat', { id: group, type: 'GROUP', name: 'Barkada', users: [D.id] });
  await world.applied(D, 'leaveChat', { chatId: group });
  // Who comes later has not met D.
  world.clock.advance(1_000);
  const early = await world.say(O, group, 'before anyone joined');
  for (const person of [M, A, L, R]) await bringIn(world, O, person, group);
  await world.applied(O, 'setMemberRole', { chatId: group, userId: A.id, role: 'ADMIN' });
  const [ofO, ofM] = [await world.say(O, group, 'O, group'), await world.say(M, group, 'M, group')];
  const deleted = await world.say(O, group, 'to be deleted');
  await world.applied(O, 'deleteMessage', { chatId: group, messageId: deleted });
  await world.applied(L, 'leaveChat', { chatId: group });
  await world.applied(O, 'removeMember', { chatId: group, userId: R.id });
  await world.applied(O, 'addMember', { chatId: group, userId: I.id, uniqueCode: I.uniqueCode });
  await world.applied(O, 'createChat', { id: open, type: 'PUBLIC', name: 'Kanto' });
  await world.applied(N, 'joinChat', { chatId: open });
  const inOpen = await world.say(N, open, 'N, public');
  await world.applied(Y, 'createChat', { id: foreign, type: 'GROUP', name: 'Iba', users: [Z.id] });
  await world.applied(O, 'createChat', { id: gone, type: 'PUBLIC', name: 'Wala na' });
  await world.applied(O, 'deleteChat', { chatId: gone });
  const [oAndF, yAndZ, pToO] = [
    privateChatId(O.id, F.id),
    privateChatId(Y.id, Z.id),
    privateChatId(P.id, O.id),
  ];
  await world.applied(P, 'sendMessage', { ...world.message(pToO), recipientId: O.id });
  const [oAndB, oAndLittleB] = [privateChatId(O.id, B.id), privateChatId(O.id, b.id)];
  const secret = await layPicture(world, F);
  const ofF = world.message(oAndF, 'F, private');
  await world.applied(F, 'sendMessage', { ...ofF, images: [secret] });
  const [oToF, ofY] = [await world.say(O, oAndF, 'O, private'), await world.say(Y, yAndZ, 'Y, private')];
  const key = newId();
  await world.applied(O, 'sendMessage', world.message(group, 'under a key'), { id: key });
  return {
    "O's group": { id: group, kind: 'chat' },
    "O's public chat": { id: open, kind: 'chat' },
    "Y's group": { id: foreign, kind: 'chat' },
    'a deleted chat': { id: gone, kind: 'chat' },
    'O and F': { id: oAndF, kind: 'chat' },
    "P's request": { id: pToO, kind: 'chat' },
    'Y and Z': { id: yAndZ, kind: 'chat' },
    'Ana and Ben': { id: privateChatId(people.Ana.id, people.Ben.id), kind: 'chat' },
    "O's, group": { id: ofO, kind: 'message', of: group },
    "M's, group": { id: ofM, kind: 'message', of: group },
    'deleted, group': { id: deleted, kind: 'message', of: group },
    'early, group': { id: early, kind: 'message', of: group },
    "N's, public": { id: inOpen, kind: 'message', of: open },
    'O and B': { id: oAndB, kind: 'chat' },
    'O and b': { id: oAndLittleB, kind: 'chat' },
    "B's, to O": { id: await world.say(B, oAndB, 'B, private'), kind: 'message', of: oAndB },
    "O's, to b": { id: await world.say(O, oAndLittleB, 'O, private'), kind: 'message', of: oAndLittleB },
    "O's, to F": { id: oToF, kind: 'message', of: oAndF },
    "F's, to O": { id: ofF.id, kind: 'message', of: oAndF },
    "Y's, to Z": { id: ofY, kind: 'message', of: yAndZ },
    "F's, private": { id: secret, kind: 'file' },
    "O's, unused": { id: await layPicture(world, O), kind: 'file' },
    "O's key": { id: key, kind: 'key' },
  } as const satisfies Things;
};

const fillPosts = async (world: World, { F, O }: People) => {
  const [open, closed, binned, purged] = [newId(), newId(), newId(), newId()];
  const anonymous = newUntimedId();
  for (const id of [open, binned, purged]) await world.applied(O, 'createPost', { id, content: 'Hoy' });
  await world.applied(O, 'createPost', { id: closed, content: 'Lihim', privacy: 'PRIVATE' });
  await world.applied(O, 'createPost', { id: anonymous, content: 'Sino ako?', anonymous: true });
  await world.applied(O, 'deletePost', { id: binned, soft: true });
  await world.applied(O, 'deletePost', { id: purged });
  const [ofO, ofF, inClosed, deleted] = [newId(), newId(), newId(), newId()];
  const content = 'Ano?';
  await world.applied(O, 'createComment', { id: ofO, postId: open, content });
  await world.applied(F, 'createComment', { id: ofF, postId: open, content });
  await world.applied(O, 'createComment', { id: deleted, postId: open, content });
  await world.applied(O, 'deleteComment', { id: deleted, postId: open });
  await world.applied(O, 'createComment', { id: inClosed, postId: closed, content });
  const report = newId();
  await world.applied(O, 'reportThing', { id: report, kind: 'person', targetId: F.id, reason: 'spam' });
  return {
    'public post': { id: open, kind: 'post' },
    'private post': { id: closed, kind: 'post' },
    'anonymous post': { id: anonymous, kind: 'post' },
    'binned post': { id: binned, kind: 'post' },
    'purged post': { id: purged, kind: 'post' },
    "O's comment": { id: ofO, kind: 'comment', of: open },
    "F's comment": { id: ofF, kind: 'comment', of: open },
    'deleted comment': { id: deleted, kind: 'comment', of: open },
    'private comment': { id: inClosed, kind: 'comment', of: closed },
    "O's report": { id: report, kind: 'report' },
  } as const satisfies Things;
};

const named = ({ O, F, P, Y, Z, D, M, I, L, R, Ana, Ben }: People) =>
  ({
    ...{ O: { id: O.id, kind: 'user' }, F: { id: F.id, kind: 'user' }, M: { id: M.id, kind: 'user' } },
    ...{ Y: { id: Y.id, kind: 'user' }, D: { id: D.id, kind: 'user' }, I: { id: I.id, kind: 'user' } },
    ...{ L: { id: L.id, kind: 'user' }, R: { id: R.id, kind: 'user' } },
    'friendship of O and F': { id: friendshipId(O.id, F.id), kind: 'friendship' },
    "P's friend request": { id: friendshipId(P.id, O.id), kind: 'friendship' },
    'friendship of Y and Z': { id: friendshipId(Y.id, Z.id), kind: 'friendship' },
    'friendship of Ana and Ben': { id: friendshipId(Ana.id, Ben.id), kind: 'friendship' },
  }) as const satisfies Things;

const unused = () =>
  ({
    'an unknown v7': { id: newId(), kind: 'free' },
    'an unknown v4': { id: newUntimedId(), kind: 'free' },
    'the nil id': { id: '00000000-0000-0000-0000-000000000000', kind: 'free' },
  }) as const satisfies Things;

/** A chat, a message, a post, a comment and a file of the actor's own, and what would be between the actor and Y. */
const fillOwn = async (world: World, me: Person, stranger: Person): Promise<Things> => {
  const [chat, post, comment] = [newId(), newId(), newId()];
  await world.applied(me, 'createChat', { id: chat, type: 'PUBLIC', name: 'Akin' });
  await world.applied(me, 'createPost', { id: post, content: 'Akin' });
  await world.applied(me, 'createComment', { id: comment, postId: post, content: 'Akin din' });
  return {
    own: { id: chat, kind: 'chat' },
    'own and Y': { id: privateChatId(me.id, stranger.id), kind: 'chat' },
    'own, own chat': { id: await world.say(me, chat, 'Akin'), kind: 'message', of: chat },
    oneself: { id: me.id, kind: 'user' },
    'friendship with Y': { id: friendshipId(me.id, stranger.id), kind: 'friendship' },
    'own post': { id: post, kind: 'post' },
    'own comment': { id: comment, kind: 'comment', of: post },
    'own file': { id: await layPicture(world, me), kind: 'file' },
  };
};

/** A picture as an upload would have left it; nothing here asks for its bytes. */
const layPicture = async (world: World, owner: Person): Promise<string> => {
  const [id, now] = [newUntimedId(), world.clock.now()];
  const picture = { mime: 'image/webp', size: 9, sentSize: 9, width: 3, height: 3, storageKey: id };
  await world.db.insert(files).values({
    id,
    ownerId: owner.id,
    state: 'ready',
    kind: 'image',
    ...picture,
    createdAt: now,
    readyAt: now,
  });
  return id;
};
