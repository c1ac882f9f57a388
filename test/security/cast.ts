import type { Database } from '../../server/db/database.ts';
import type { Person, World } from '../../server/testing/world.ts';

/**
 * The people of docs/threat-model.md, "Authorization matrix", seen from O, whose things everyone reaches for:
 *
 *   N no token · X a revoked token of O · S stranger · P has asked O to be friends · F friend
 *   B blocked by O · b has blocked O · M fellow member of O's group · E was in that group once · O the owner
 *
 * The group holds O, M, B and b, and S is invited. A PUBLIC chat of O's holds M. O has private chats with F, and from
 * better days with B and b; P has written to O, which is a message request.
 */
export const ACTORS = ['N', 'X', 'S', 'P', 'F', 'B', 'b', 'M', 'E', 'O'] as const;
export type Actor = (typeof ACTORS)[number];
export type Member = Exclude<Actor, 'N' | 'X'>;
/** Those who have a token that holds. */
export const MEMBERS = ['S', 'P', 'F', 'B', 'b', 'M', 'E', 'O'] as const satisfies readonly Member[];

/** Words that must not reach those who may not read them. */
export const CANARY = 'canary-of-the-group';

export const PASSWORD = 'kalabaw sa ilalim ng mangga';
/** What O has posted: for all, for nobody else, without a name, and into the bin; F has commented the first, O the third. */
export interface CastPosts {
  postId: string;
  privatePostId: string;
  anonymousPostId: string;
  binnedPostId: string;
  commentId: string;
}

/** What O has with a stranger, who is M, and what F has reported about O. */
export interface CastStrangers {
  strangerChatId: string;
  reportId: string;
}

export interface LaidFiles {
  /** In a message to the group. */
  readonly inGroup: string;
  readonly inPost: string;
  readonly inPrivatePost: string;
  readonly inAnonymousPost: string;
  /** Its owner's picture. */
  readonly face: string;
  /** Uploaded, and named by nothing. */
  readonly alone: string;
  /** A resumable upload of which four bytes of seven are here. */
  readonly begun: string;
}

export interface Cast extends CastPosts, CastStrangers {
  readonly db: Database;
  readonly world: World;
  readonly people: Readonly<Record<Member, Person>>;
  readonly files: LaidFiles;
  /** Undefined for N. */
  readonly tokens: Readonly<Record<Actor, string | undefined>>;
  readonly groupId: string;
  readonly groupCode: string;
  /** A PUBLIC chat of O's with M in it. */
  readonly publicId: string;
  readonly publicCode: string;
  /** The private chat in which P asks O. */
  readonly requestId: string;
  /** The private chat of O and F. */
  readonly privateId: string;
  /** O's chat with oneself, with one message. */
  readonly savedId: string;
  /** The idempotency key of O's message to the group. */
  readonly keyOfO: string;
  /** O's message to the group. */
  readonly messageOfO: string;
  /** A message of O to the group that may still be changed. */
  recentMessage(): Promise<string>;
  /** A session of O's that has ended. */
  readonly lostPhoneId: string;
  /** Somebody who can sign in with a password. */
  readonly account: Person;
  /** Somebody new without ties. */
  newcomer(): Promise<Person>;
  /** A pending request to O from somebody new. */
  pendingRequest(): Promise<string>;
  tokenFor(person: Person): Promise<string>;
}
