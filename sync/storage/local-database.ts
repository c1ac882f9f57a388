import { type Connection, createConnection } from '../tables/connection.ts';
import { type LiveRead, liveRead } from '../tables/live-read.ts';
import { ownTransactions, readWith, type Source, writeWith } from '../tables/source.ts';
import { Table } from '../tables/table.ts';
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
  // No store changes. Live reads hear of what is written in another way since: a tab of before would show what is old.
  3: {},
};

export const databaseNameFor = (userId: string): string => `tambay-${userId}`;

/** A member's tables, in one transaction or each time in one of its own. */
export class LocalTables {
  readonly users: Table<StoreRows['users'], string>;
  readonly settings: Table<StoreRows['settings'], string>;
  readonly friendships: Table<StoreRows['friendships'], string>;
  readonly chats: Table<StoreRows['chats'], string>;
  readonly members: Table<StoreRows['members'], string>;
  readonly memberships: Table<StoreRows['memberships'], string>;
  readonly invitations: Table<StoreRows['invitations'], string>;
  readonly messages: Table<StoreRows['messages'], string>;
  readonly hidden: Table<StoreRows['hidden'], string>;
  readonly posts: Table<StoreRows['posts'], string>;
  readonly comments: Table<StoreRows['comments'], string>;
  readonly likes: Table<StoreRows['likes'], string>;
  readonly hiddenPosts: Table<StoreRows['hiddenPosts'], string>;
  readonly blocks: Table<StoreRows['blocks'], string>;
  readonly authorMutes: Table<StoreRows['authorMutes'], string>;
  readonly outbox: Table<StoreRows['outbox'], StoreKeys['outbox']>;
  readonly shadows: Table<StoreRows['shadows'], string>;
  readonly tombstones: Table<StoreRows['tombstones'], string>;
  readonly cursors: Table<StoreRows['cursors'], string>;
  readonly coverage: Table<StoreRows['coverage'], string>;
  readonly meta: Table<StoreRows['meta'], string>;
  readonly drafts: Table<StoreRows['drafts'], string>;
  readonly uploads: Table<StoreRows['uploads'], string>;
  readonly blobs: Table<StoreRows['blobs'], string>;
  readonly postDrafts: Table<StoreRows['postDrafts'], string>;
  readonly unindexed: Table<StoreRows['unindexed'], string>;
  readonly pins: Table<StoreRows['pins'], string>;

  constructor(source: Source) {
    this.users = new Table(source, 'users');
    this.settings = new Table(source, 'settings');
    this.friendships = new Table(source, 'friendships');
    this.chats = new Table(source, 'chats');
    this.members = new Table(source, 'members');
    this.memberships = new Table(source, 'memberships');
    this.invitations = new Table(source, 'invitations');
    this.messages = new Table(source, 'messages');
    this.hidden = new Table(source, 'hidden');
    this.posts = new Table(source, 'posts');
    this.comments = new Table(source, 'comments');
    this.likes = new Table(source, 'likes');
    this.hiddenPosts = new Table(source, 'hiddenPosts');
    this.blocks = new Table(source, 'blocks');
    this.authorMutes = new Table(source, 'authorMutes');
    this.outbox = new Table(source, 'outbox');
    this.shadows = new Table(source, 'shadows');
    this.tombstones = new Table(source, 'tombstones');
    this.cursors = new Table(source, 'cursors');
    this.coverage = new Table(source, 'coverage');
    this.meta = new Table(source, 'meta');
    this.drafts = new Table(source, 'drafts');
    this.uploads = new Table(source, 'uploads');
    this.blobs = new Table(source, 'blobs');
    this.postDrafts = new Table(source, 'postDrafts');
    this.unindexed = new Table(source, 'unindexed');
    this.pins = new Table(source, 'pins');
  }
}

/**
 * A member's database, for live reads; only the engine writes. It opens at the first use.
 *
 * ```ts
 * db.live(['messages'], ({ messages }) => messages.limit(50).toArray()).subscribe(show);
 * ```
 */
export class LocalDatabase extends LocalTables {
  readonly connection: Connection;

  constructor(name: string) {
    const connection = createConnection(name, versions);
    super(ownTransactions(connection));
    this.connection = connection;
  }

  get name(): string {
    return this.connection.name;
  }

  /** Reads in one transaction, one cut of the stores. Inside, nothing but the tables may be awaited. */
  read<R>(stores: readonly StoreName[], action: (tables: LocalTables) => Promise<R>): Promise<R> {
    return readWith(this.connection, stores, (source) => action(new LocalTables(source)));
  }

  /** Writes in one transaction, all or nothing. Inside, nothing but the tables may be awaited. */
  write<R>(stores: readonly StoreName[], action: (tables: LocalTables) => Promise<R>): Promise<R> {
    return writeWith(this.connection, stores, (source) => action(new LocalTables(source)));
  }

  /** As `read`, again and again: whenever a transaction in any tab has written what the last answer shows or would show. */
  live<T>(stores: readonly StoreName[], read: (tables: LocalTables) => Promise<T>): LiveRead<T> {
    return liveRead(this.connection, stores, (source) => read(new LocalTables(source)));
  }

  close(): void {
    this.connection.close();
  }
}
