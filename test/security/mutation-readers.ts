import {
  type Change,
  type Cursor,
  type PullResponse,
  privateChatId,
  type ScopeId,
} from '../../protocol/index.ts';
import { Device } from '../../server/testing/device.ts';
import type { Person, World } from '../../server/testing/world.ts';

/** The answers that a device without anything gets: everything that a person can read through replication. */
export const pullAll = async (world: World, person: Person): Promise<PullResponse[]> => {
  const answers: PullResponse[] = [];
  await new Device().sync(async (cursors) => {
    const answer = await world.pull(person, cursors);
    answers.push(answer);
    return answer;
  });
  return answers;
};

/** Rows that somebody can read, as text, by table and id. */
export type Reading = ReadonlyMap<string, string>;

const changesIn = (answers: readonly PullResponse[]): Change[] =>
  answers.flatMap(({ scopes }) => scopes.flatMap((scope) => scope.changes));

const keyOf = ({ table, id }: Change): string => `${table} ${id}`;

export const readingOf = (answers: readonly PullResponse[]): Reading =>
  new Map(
    changesIn(answers).flatMap((change) =>
      change.row === null ? [] : [[keyOf(change), JSON.stringify(change.row)] as const],
    ),
  );

/** The rows that have come, changed or gone between two readings, as `table id`. */
export const changedRows = (before: Reading, after: Reading): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

/** What a device that holds all of this is told to change. */
export const toldRows = (before: Reading, answers: readonly PullResponse[]): string[] =>
  changesIn(answers)
    .filter(
      (change) =>
        before.get(keyOf(change)) !== (change.row === null ? undefined : JSON.stringify(change.row)),
    )
    .map(keyOf);

/** Where a device stands that has taken in these answers. */
export const cursorsAfter = (answers: readonly PullResponse[]): Record<ScopeId, Cursor> => {
  const cursors: Record<ScopeId, Cursor> = {};
  for (const { scope, epoch, to } of answers.flatMap(({ scopes }) => scopes))
    cursors[scope] = { epoch, seq: to };
  return cursors;
};

/** Rows in a person's answers that belong to others, whatever anybody has done. */
export const foreignRows = (
  { id: readerId, firstName }: Person,
  answers: readonly PullResponse[],
  everyone: readonly Person[],
): string[] => {
  const ids = everyone.map(({ id }) => id);
  const ownPairs = new Set(ids.map((id) => privateChatId(readerId, id)));
  const allPairs = new Set(ids.flatMap((a) => ids.map((b) => privateChatId(a, b))));
  const isForeignChat = (chatId: string): boolean => allPairs.has(chatId) && !ownPairs.has(chatId);
  return changesIn(answers)
    .filter((change) => isForeign(change, { readerId, isForeignChat, isPair: (id) => allPairs.has(id) }))
    .map(({ table, id }) => `${firstName} holds ${table} ${id}`);
};

type Rules = {
  readerId: string;
  isForeignChat: (chatId: string) => boolean;
  isPair: (chatId: string) => boolean;
};

const isForeign = (change: Change, { readerId, isForeignChat, isPair }: Rules): boolean => {
  if (change.row === null) return false;
  switch (change.table) {
    case 'settings':
      return change.row.id !== readerId;
    case 'friendships':
      return change.row.requesterId !== readerId && change.row.requesteeId !== readerId;
    case 'invitations':
      return change.row.inviterId !== readerId && change.row.userId !== readerId;
    case 'blocks':
    case 'authorMutes':
      return !change.row.id.startsWith(`${readerId}:`);
    case 'hidden':
    case 'starredMessages':
    case 'likes':
    case 'hiddenPosts':
      return change.row.userId !== readerId;
    case 'memberships':
      return change.row.userId !== readerId || isForeignChat(change.row.chatId);
    // The id of a pair's chat stands for nothing else, and a PRIVATE chat has no other id.
    case 'chats':
      return isForeignChat(change.id) || isPair(change.id) !== (change.row.type === 'PRIVATE');
    case 'members':
      return (
        isForeignChat(change.row.chatId) ||
        (isPair(change.row.chatId) && privateChatId(readerId, change.row.userId) !== change.row.chatId
          ? change.row.userId !== readerId
          : false)
      );
    case 'messages':
    case 'pinnedMessages':
      return isForeignChat(change.row.chatId);
    case 'posts':
      return change.row.creatorId !== readerId && change.row.privacy === 'PRIVATE';
    case 'comments':
    case 'users':
      return false;
  }
};
