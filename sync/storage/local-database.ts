import { Dexie, type Table } from 'dexie';
import type { StoreKeys, StoreName, StoreRows } from './rows.ts';

/**
 * One database per user, `tambay-<userId>`. Versions are append-only: a released one is never edited.
 *
 * | store       | holds                                                                  |
 * |-------------|------------------------------------------------------------------------|
 * | users …     | the synced tables as the screen shows them: base plus unsettled effects |
 * | outbox      | what the user did and the server has not settled, in local order       |
 * | shadows     | the server's version of each row that unsettled mutations touch        |
 * | tombstones  | versions of rows that are not held, against pages in flight            |
 * | cursors     | where the device stands in each scope                                  |
 * | coverage    | which rows of a list are held without a hole                           |
 * | meta        | birth id, lane memory, times                                           |
 * | drafts      | typed and not sent                                                     |
 * | uploads     | files of this device on their way to the server                        |
 * | blobs       | their bytes, in chunks                                                 |
 * | unindexed   | messages that search has yet to look at                                |
 * | pins        | what is kept here whatever else has to leave                           |
 */
const versions: Record<number, Partial<Record<StoreName, string>>> = {
  1: {
    users: 'id, uniqueCode',
    settings: 'id',
    friendships: 'id, requesterId, requesteeId',
    chats: 'id, uniqueCode',
    members: 'id, chatId, userId',
    memberships: 'id, chatId',
    invitations: 'id, chatId, userId, inviterId',
    messages: 'id, [chatId+order]',
    hidden: 'id, chatId',
    posts: 'id, creatorId, createdAt',
    comments: 'id, postId',
    likes: 'id, postId',
    hiddenPosts: 'id, postId',
    blocks: 'id, userId',
    authorMutes: 'id, userId',
    outbox: '++seq, &id, entityKey, chatId, state',
    shadows: 'key',
    tombstones: 'key, at',
    cursors: 'scope',
    coverage: 'list',
    meta: 'key',
    drafts: 'chatId',
    uploads: 'id, sha256',
    blobs: 'key, fileId',
    postDrafts: 'id, updatedAt',
    unindexed: 'id',
    pins: 'list',
  },
  // Each index is written with each row, and nothing asked these two.
  2: { outbox: '++seq, &id, chatId' },
};

export const databaseNameFor = (userId: string): string => `tambay-${userId}`;

/** A member's tables, for live reads; only the engine writes. */
export class LocalDatabase extends Dexie {
  declare readonly users: Table<StoreRows['users'], string>;
  declare readonly settings: Table<StoreRows['settings'], string>;
  declare readonly friendships: Table<StoreRows['friendships'], string>;
  declare readonly chats: Table<StoreRows['chats'], string>;
  declare readonly members: Table<StoreRows['members'], string>;
  declare readonly memberships: Table<StoreRows['memberships'], string>;
  declare readonly invitations: Table<StoreRows['invitations'], string>;
  declare readonly messages: Table<StoreRows['messages'], string>;
  declare readonly hidden: Table<StoreRows['hidden'], string>;
  declare readonly posts: Table<StoreRows['posts'], string>;
  declare readonly comments: Table<StoreRows['comments'], string>;
  declare readonly likes: Table<StoreRows['likes'], string>;
  declare readonly hiddenPosts: Table<StoreRows['hiddenPosts'], string>;
  declare readonly blocks: Table<StoreRows['blocks'], string>;
  declare readonly authorMutes: Table<StoreRows['authorMutes'], string>;
  declare readonly outbox: Table<StoreRows['outbox'], StoreKeys['outbox']>;
  declare readonly shadows: Table<StoreRows['shadows'], string>;
  declare readonly tombstones: Table<StoreRows['tombstones'], string>;
  declare readonly cursors: Table<StoreRows['cursors'], string>;
  declare readonly coverage: Table<StoreRows['coverage'], string>;
  declare readonly meta: Table<StoreRows['meta'], string>;
  declare readonly drafts: Table<StoreRows['drafts'], string>;
  declare readonly uploads: Table<StoreRows['uploads'], string>;
  declare readonly blobs: Table<StoreRows['blobs'], string>;
  declare readonly postDrafts: Table<StoreRows['postDrafts'], string>;
  declare readonly unindexed: Table<StoreRows['unindexed'], string>;
  declare readonly pins: Table<StoreRows['pins'], string>;

  constructor(name: string) {
    // What it caches for live queries would outlive the engine's own transactions, which are native (indexeddb-storage.ts).
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    for (const [version, stores] of Object.entries(versions)) this.version(Number(version)).stores(stores);
  }
}
