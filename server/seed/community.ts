import { v5 } from 'uuid';
import { createUniqueCode, friendshipId, memberId, privateChatId } from '../../protocol/index.ts';
import type { chats, friendships, members, memberships, messages, users } from '../db/schema.ts';
import type { Random } from './random.ts';
import { FIRST_NAMES, GROUP_NAMES, LAST_NAMES, LINES, LONG_LINES, MIDDLE_NAMES } from './words.ts';

export type Person = Omit<typeof users.$inferInsert, 'passwordHash'>;
type Chat = typeof chats.$inferInsert & { lastSeq: number };
type Message = typeof messages.$inferInsert;

export type Community = {
  people: Person[];
  friendships: (typeof friendships.$inferInsert)[];
  chats: Chat[];
  members: (typeof members.$inferInsert)[];
  memberships: (typeof memberships.$inferInsert)[];
};

const SEED_NAMESPACE = '5d0b8a52-7c1e-4f7b-9f53-2f1f3a6f2d10';
const DAY_MS = 86_400_000;
const FRIENDS_PER_PERSON = 8;

/** The same id for the same seed, with the version digit of a random one: version 5 is for ids that the app computes. */
export const seededId = (kind: string, index: number): string =>
  v5(`${kind}:${index}`, SEED_NAMESPACE).replace(/^(.{14})5/, '$14');

const createPeople = (random: Random, count: number, now: Date): Person[] =>
  Array.from({ length: count }, (_, index) => {
    const firstName = FIRST_NAMES[index] ?? random.pick(FIRST_NAMES);
    const lastName = random.pick(LAST_NAMES);
    return {
      id: seededId('person', index),
      email: `${firstName}.${lastName}.${index}@demo.tambay.example`.toLowerCase().replaceAll(' ', ''),
      firstName,
      middleName: random.next() < 0.3 ? random.pick(MIDDLE_NAMES) : null,
      lastName,
      birthDate: `${1965 + random.int(40)}-0${1 + random.int(9)}-1${random.int(10)}`,
      uniqueCode: createUniqueCode(random.bytes(12)),
      createdAt: new Date(now.getTime() - (90 + random.int(300)) * DAY_MS),
    };
  });

/** Ring neighbours and a few long ties: everyone has friends, and the first members have many; the very first one `chats`. */
const createPairs = (random: Random, people: readonly Person[], chats: number): [Person, Person][] => {
  const pairs = new Map<string, [Person, Person]>();
  for (const [index, person] of people.entries()) {
    for (let n = 0; n < FRIENDS_PER_PERSON; n += 1) {
      const distance = n < 3 ? n + 1 : 1 + random.skewed(people.length - 1);
      const other = people[(index + distance) % people.length];
      if (other && other !== person) pairs.set(friendshipId(person.id, other.id), [person, other]);
    }
  }
  const [first] = people;
  for (const other of people.slice(1, 1 + chats))
    if (first) pairs.set(friendshipId(first.id, other.id), [first, other]);
  return [...pairs.values()];
};

/** People, who knows whom, and their empty chats; the first member is a friend of at least `chats` others. */
export const createCommunity = (
  random: Random,
  { people: peopleCount, chats, now }: { people: number; chats: number; now: Date },
): Community => {
  const people = createPeople(random, peopleCount, now);
  const community: Community = { people, friendships: [], chats: [], members: [], memberships: [] };

  const addChat = (chat: Omit<Chat, 'createdBy' | 'lastSeq'>, inChat: readonly Person[]): void => {
    const owner = inChat[0];
    if (!owner) return;
    community.chats.push({ ...chat, createdBy: owner.id, lastSeq: 0 });
    for (const person of inChat) {
      const key = { id: memberId(chat.id, person.id), chatId: chat.id, userId: person.id };
      const role = chat.type === 'GROUP' && person === owner ? 'OWNER' : 'MEMBER';
      community.members.push({ ...key, role, joinedAt: chat.createdAt });
      community.memberships.push(key);
    }
  };

  for (const [requester, requestee] of createPairs(random, people, chats)) {
    const createdAt = new Date(now.getTime() - (61 + random.int(29)) * DAY_MS);
    community.friendships.push({
      id: friendshipId(requester.id, requestee.id),
      requesterId: requester.id,
      requesteeId: requestee.id,
      status: 'APPROVED',
      createdAt,
      approvedAt: createdAt,
      version: 2,
    });
    addChat({ id: privateChatId(requester.id, requestee.id), type: 'PRIVATE', createdAt }, [
      requester,
      requestee,
    ]);
  }
  for (const [index, name] of GROUP_NAMES.entries()) {
    const size = Math.min(people.length, 4 + random.int(20));
    const inChat = Array.from(
      { length: size },
      (_, n) => people[(index * 3 + n * (1 + (index % 3))) % people.length],
    );
    const createdAt = new Date(now.getTime() - 70 * DAY_MS);
    const uniqueCode = createUniqueCode(random.bytes(12));
    const distinct = [...new Set(inChat)].filter((person) => person !== undefined);
    addChat({ id: seededId('group', index), type: 'GROUP', name, uniqueCode, createdAt }, distinct);
  }
  return community;
};

/**
 * Two months of talk, oldest first. Moves each chat's `lastSeq` and `lastMessageAt` along, and leaves each chat's newest
 * few messages unseen by some.
 */
export function* createTalk(
  random: Random,
  community: Community,
  total: number,
  now: Date,
): Generator<Message> {
  const peopleByChat = Map.groupBy(community.members, (member) => member.chatId);
  const busiestFirst = community.chats.toSorted(() => random.next() - 0.5);
  const start = now.getTime() - 60 * DAY_MS;
  for (let index = 0; index < total; index += 1) {
    const chat = busiestFirst[random.skewed(busiestFirst.length)];
    const inChat = chat && peopleByChat.get(chat.id);
    if (!chat || !inChat) continue;
    const at = new Date(start + Math.floor((index / total) * 60 * DAY_MS) - random.int(60_000));
    chat.lastSeq += 1;
    chat.lastMessageAt = at;
    chat.version = (chat.version ?? 1) + 1;
    yield {
      id: seededId('message', index),
      chatId: chat.id,
      kind: 'user',
      seq: chat.lastSeq,
      afterSeq: chat.lastSeq,
      logSeq: chat.lastSeq,
      senderId: random.pick(inChat).userId,
      content: random.next() < 0.05 ? random.pick(LONG_LINES) : random.pick(LINES),
      images: [],
      files: [],
      writtenAt: at,
      createdAt: at,
    };
  }
}
