import { Dexie, type Table, type Transaction } from 'dexie';
import { splitDraft } from '../device/chat-drafts.ts';
import { adoptFiles } from '../uploads/rebuild-owners.ts';
import { createWriteTransaction } from './dexie-transaction.ts';
import { type NewOutboxRow, REPAIRING_SCOPE, type StoreName, type StoreRows } from './rows.ts';
import { errorNames, VersionedDatabase } from './versioned-database.ts';

export const databaseNameFor = (userId: string): string => `tambay-${userId}`;

/**
 * One database per user, `tambay-<userId>`. A change of the schema takes the next version, and an `upgrade` where rows change.
 *
 * | store       | holds                                                                  |
 * |-------------|------------------------------------------------------------------------|
 * | users …     | the synced tables as the screen shows them: base plus unsettled effects |
 * | outbox      | what the user did and the server has not settled, in local order       |
 * | shadows     | the server's version of each row that unsettled mutations touch        |
 * | tombstones  | versions of rows that are not held, against pages in flight            |
 * | cursors     | where the device stands in each scope                                  |
 * | coverage    | which rows of a list are held without a hole                           |
 * | meta        | database id, lane memory, times                                           |
 * | chatDrafts  | typed and not sent, in chats and under posts                           |
 * | uploads     | files of this device on their way to the server                        |
 * | blobs       | their bytes, in chunks                                                 |
 * | unindexed   | messages that search has yet to look at                                |
 * | pins        | lists that stay on this device whatever else has to leave              |
 * | writeAhead  | mutations on their way from a draft into the outbox                    |
 * | fileOwners  | what owns each file of this device: with the last owner its bytes go   |
 */
export class LocalDatabase extends VersionedDatabase {
  declare readonly users: Table<StoreRows['users'], string>;
  declare readonly settings: Table<StoreRows['settings'], string>;
  declare readonly friendships: Table<StoreRows['friendships'], string>;
  declare readonly chats: Table<StoreRows['chats'], string>;
  declare readonly members: Table<StoreRows['members'], string>;
  declare readonly memberships: Table<StoreRows['memberships'], string>;
  declare readonly invitations: Table<StoreRows['invitations'], string>;
  declare readonly messages: Table<StoreRows['messages'], string>;
  declare readonly pinnedMessages: Table<StoreRows['pinnedMessages'], string>;
  declare readonly hidden: Table<StoreRows['hidden'], string>;
  declare readonly starredMessages: Table<StoreRows['starredMessages'], string>;
  declare readonly posts: Table<StoreRows['posts'], string>;
  declare readonly comments: Table<StoreRows['comments'], string>;
  declare readonly likes: Table<StoreRows['likes'], string>;
  declare readonly hiddenPosts: Table<StoreRows['hiddenPosts'], string>;
  declare readonly blocks: Table<StoreRows['blocks'], string>;
  declare readonly authorMutes: Table<StoreRows['authorMutes'], string>;
  declare readonly outbox: Table<StoreRows['outbox'], number, StoreRows['outbox'] | NewOutboxRow>;
  declare readonly shadows: Table<StoreRows['shadows'], string>;
  declare readonly tombstones: Table<StoreRows['tombstones'], string>;
  declare readonly cursors: Table<StoreRows['cursors'], string>;
  declare readonly coverage: Table<StoreRows['coverage'], string>;
  declare readonly meta: Table<StoreRows['meta'], string>;
  declare readonly chatDrafts: Table<StoreRows['chatDrafts'], string>;
  declare readonly uploads: Table<StoreRows['uploads'], string>;
  declare readonly blobs: Table<StoreRows['blobs'], string>;
  declare readonly postDrafts: Table<StoreRows['postDrafts'], string>;
  declare readonly unindexed: Table<StoreRows['unindexed'], string>;
  declare readonly pins: Table<StoreRows['pins'], string>;
  declare readonly writeAhead: Table<StoreRows['writeAhead'], string>;
  declare readonly fileOwners: Table<StoreRows['fileOwners'], string>;

  constructor(name: string) {
    super(name);
    // Earlier versions had fewer stores, and two more indexes on the outbox: Dexie compares with what is installed, and each
    // declared version would cost every start. A higher number makes tabs of earlier releases close their connection.
    this.version(8)
      .stores({
        users: 'id, uniqueCode',
        settings: 'id',
        friendships: 'id, requesterId, requesteeId',
        chats: 'id, uniqueCode',
        members: 'id, chatId, userId',
        memberships: 'id, chatId',
        invitations: 'id, chatId, userId, inviterId',
        messages: 'id, [chatId+order], [chatId+deletedAt]',
        pinnedMessages: 'id, chatId',
        hidden: 'id, chatId',
        starredMessages: 'id, chatId',
        posts: 'id, creatorId, createdAt',
        comments: 'id, postId',
        likes: 'id, postId',
        hiddenPosts: 'id, postId',
        blocks: 'id, userId',
        authorMutes: 'id, userId',
        outbox: '++seq, &id, chatId',
        shadows: 'key',
        tombstones: 'key, at',
        cursors: 'scope',
        coverage: 'list',
        meta: 'key',
        // Until version 5, one for each chat.
        drafts: null,
        chatDrafts: 'id, chatId',
        uploads: 'id, sha256, picked, preparing',
        blobs: 'key, fileId',
        postDrafts: 'id, updatedAt',
        unindexed: 'id',
        pins: 'list',
        writeAhead: 'id',
        fileOwners: 'owner, *files',
      })
      .upgrade(async (tx) => {
        await tx.table('meta').bulkDelete(['lastOutboxSeq', 'isOutboxSound']);
        // The release before left out fields of the member's own rows: the next pull puts them in place of what is held.
        const own: StoreRows['cursors'] | undefined = await tx
          .table('cursors')
          .where('scope')
          .startsWith('user:')
          .first();
        if (own) await tx.table('meta').put({ key: REPAIRING_SCOPE, value: own.scope });
        if (tx.idbtrans.objectStoreNames.contains('drafts')) {
          const drafts = await tx.table('drafts').toArray();
          await tx.table('chatDrafts').bulkPut(drafts.flatMap(splitDraft));
          // Of the first release; a message that says nothing newer is not sent by the server again.
          await tx
            .table<Partial<StoreRows['messages']>>('messages')
            .filter(({ media }) => media === undefined)
            .modify({ media: [], event: null });
        }
        // Written before mutations named files.
        await tx
          .table<Partial<StoreRows['outbox']>>('outbox')
          .toCollection()
          .modify((row) => {
            row.files ??= [];
            row.waitsForFiles ??= false;
          });
        const writes: PromiseLike<unknown>[] = [];
        await adoptFiles(createWriteTransaction(tx, writes));
        await Promise.all(writes);
      });
  }

  /**
   * Reads in one transaction, one snapshot of the stores; once more when the connection broke.
   * Inside, only the tables may be awaited.
   * @param action is given the tables of this transaction, only those of `stores`
   */
  read<R>(
    stores: readonly StoreName[],
    action: (tables: LocalTables) => PromiseLike<R>,
    attemptsLeft = READ_ATTEMPTS,
  ): Dexie.Promise<R> {
    return this.retryOnNewConnection(() =>
      this.transaction('r', [...stores], async (tx) => {
        const answer = await action(tablesOf(tx, stores));
        if (Dexie.currentTransaction === null) throw new UntrackedReadError();
        return answer;
      }),
    ).catch((error: unknown) => {
      const names = errorNames(error);
      if (names.includes('UntrackedReadError') && attemptsLeft > 1)
        return this.read(stores, action, attemptsLeft - 1);
      // A live query keeps what it shows when its database is closed; the engine says why it is.
      if (names.includes('NewerDatabaseError'))
        throw new Dexie.DatabaseClosedError('Newer code has the database.', { cause: error });
      throw error;
    });
  }
}

/** A member's tables. */
export type LocalTables = Pick<LocalDatabase, StoreName>;

const READ_ATTEMPTS = 4;

/**
 * Dexie follows native awaits for a limited number of microtasks per task. What is read after that a live query does not
 * observe: it would miss later changes.
 */
class UntrackedReadError extends Error {
  override readonly name = 'UntrackedReadError';
}

/** Tables that belong to the transaction, also where Dexie has lost track of it. */
const tablesOf = (tx: Transaction, stores: readonly StoreName[]): LocalTables =>
  Object.assign(Object.create(null), Object.fromEntries(stores.map((store) => [store, tx.table(store)])));
