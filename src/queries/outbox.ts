import { type ChatRow, type PostAuthor, savedMessagesId, type UserRow } from '../../protocol/index.ts';
import {
  awaitedFiles,
  groupDependents,
  heldByFiles,
  isQuietMark,
  isReadable,
  isRefusedForGood,
  type LocalTables,
  type OutboxRow,
  type UploadRow,
} from '../../sync/index.ts';
import { useEngine } from '../session/services.tsx';
import { NO_TARGET, type OutboxTarget, readTargets, targetStores } from './outbox-target.ts';
import { chatName, fullName, newerProfile } from './people.ts';
import { savedTitle } from './saved-messages.ts';
import { readUploads } from './uploads.ts';
import { useLocalQuery } from './use-local-query.ts';

export type OutboxItem = {
  readonly id: string;
  readonly row: OutboxRow;
  /** The chat or the person it is about, or who wrote the post, as this device knows them. */
  readonly about: string | null;
  /** Who wrote the post it is about and has no name here. */
  readonly masked: PostAuthor | null;
  /** What opens the chat it is in. */
  readonly chatCode: string | null;
  /** What the member wrote, or else what it was done to, if that has words. */
  readonly words: string | null;
  /** What the server has in place of what an edit of it expected; null unless that is why it was refused. */
  readonly saysNow: string | null;
  /** What it was done to was deleted meanwhile: an edit of it has no place any more. */
  readonly isTargetDeleted: boolean;
  /** This release knows what it means; otherwise a newer one wrote it. */
  readonly isReadable: boolean;
  /** Another one of its lane goes first. */
  readonly isBehind: boolean;
  /** The file of its own that goes before it. */
  readonly waitsFor: UploadRow | null;
  /** A file of its own is refused for what it is: tried again, so would this be. */
  readonly isRefusedForGood: boolean;
};

/** One thing the member did, with all that cannot stand without it. */
export type OutboxCard = { readonly root: OutboxItem; readonly dependents: readonly OutboxItem[] };

const wordsOf = ({ args }: OutboxRow): string | null =>
  'content' in args && typeof args.content === 'string' && args.content !== '' ? args.content : null;

/** A member's own posts need no name. */
const authorIn = (
  { author }: OutboxTarget,
  users: ReadonlyMap<string, UserRow>,
  me: string,
): UserRow | undefined => {
  if (author?.kind !== 'person' || author.user.id === me) return undefined;
  return newerProfile(author.user, users.get(author.user.id));
};

/** A new chat that was refused is off the screen, with all that was written in it, and still has the name it was given. */
const namesOfNewChats = (rows: readonly OutboxRow[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((row): [string, string][] =>
      row.name === 'createChat' && isReadable(row) && row.args.name ? [[row.args.id, row.args.name]] : [],
    ),
  );

const isOnItsWay = ({ state }: OutboxRow): boolean => state === 'queued' || state === 'sending';

const readOutbox = async (db: LocalTables, me: string): Promise<OutboxCard[]> => {
  const [rows, members, allChats, allUsers] = await Promise.all([
    db.outbox.orderBy('seq').toArray(),
    db.members.toArray(),
    db.chats.toArray(),
    db.users.toArray(),
  ]);
  // Asked at once: one of them may ask nothing, and the read would end with it.
  const [targetOf, uploads] =
    rows.length > 0
      ? await Promise.all([readTargets(db, rows.filter(isReadable)), readUploads({ db }, awaitedFiles(rows))])
      : [() => NO_TARGET, []];
  const held = heldByFiles(rows, uploads);
  const refused = new Set(uploads.filter(isRefusedForGood).map(({ id }) => id));
  const chats = new Map(allChats.map((chat) => [chat.id, chat]));
  const newChats = namesOfNewChats(rows);
  const users = new Map(allUsers.map((user) => [user.id, user]));
  const personIn = (chat: ChatRow): UserRow | undefined => {
    if (chat.type !== 'PRIVATE') return undefined;
    const other = members.find((member) => member.chatId === chat.id && member.userId !== me);
    return users.get(other?.userId ?? '');
  };
  const lanes = new Set<string>();
  const itemOf = (row: OutboxRow): OutboxItem => {
    const chat = chats.get(row.chatId ?? '');
    const target = isReadable(row) ? targetOf(row) : NO_TARGET;
    const person =
      (chat && personIn(chat)) ?? users.get(row.otherUserId ?? '') ?? authorIn(target, users, me);
    const isSaved = row.chatId === savedMessagesId(me);
    const isBehind = lanes.has(row.lane);
    if (isOnItsWay(row)) lanes.add(row.lane);
    return {
      id: row.id,
      row,
      about: isSaved
        ? savedTitle()
        : person
          ? fullName(person)
          : chat?.name
            ? chatName(chat.name)
            : (newChats.get(row.chatId ?? '') ?? null),
      chatCode: isSaved
        ? (users.get(me)?.uniqueCode ?? null)
        : chat && !person
          ? chat.uniqueCode
          : (person?.uniqueCode ?? null),
      masked: target.author?.kind === 'person' ? null : target.author,
      words: wordsOf(row) ?? target.words,
      saysNow: row.error?.code === 'conflict' && wordsOf(row) !== null ? target.words : null,
      isTargetDeleted: target.isDeleted,
      isReadable: isReadable(row),
      isBehind,
      waitsFor: held.get(row.id) ?? null,
      isRefusedForGood: row.files.some((id) => refused.has(id)),
    };
  };
  const items = new Map(rows.map((row) => [row, itemOf(row)]));
  const itemsOf = (some: readonly OutboxRow[]) => some.flatMap((row) => items.get(row) ?? []);
  return groupDependents(rows.filter((row) => !isQuietMark(row))).flatMap(({ root, dependents }) =>
    itemsOf([root]).map((item) => ({ root: item, dependents: itemsOf(dependents) })),
  );
};

/** Everything the member did that is not settled yet and that somebody waits for, in the order in which it was done. */
export function useOutbox(): readonly OutboxCard[] | undefined {
  const { userId } = useEngine();
  return useLocalQuery({
    name: 'outbox',
    stores: ['chats', 'members', 'outbox', 'uploads', 'users', ...targetStores],
    read: (db) => readOutbox(db, userId),
  });
}
