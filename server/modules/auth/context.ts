import type { Database } from '../../db/database.ts';
import type { JobSender } from '../../jobs/job.ts';
import type { TakeFromBucket } from '../../plugins/buckets.ts';
import type { Clock } from '../sync/context.ts';
import type { OidcProvider } from './oidc/provider.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { SessionCache } from './session-cache.ts';
import type { Session } from './sessions.ts';
import type { TokenLookups } from './token-lookups.ts';

/** What the account modules need from the process they run in. */
export type AuthServices = {
  db: Database;
  clock: Clock;
  hasher: PasswordHasher;
  jobs: JobSender;
  takeFromBucket: TakeFromBucket;
  tokens: TokenLookups;
  /** Sessions that were found valid a moment ago. */
  liveSessions: SessionCache;
  /** Sites that may ask for a sign-in, and the one of them that is this app itself. */
  loginRequestOrigins: readonly string[];
  ownOrigin: string;
  /** Where else members may sign in; null unless it is configured. */
  oidc: OidcProvider | null;
  /** Tells every node that a session has ended: its sockets are cut at once. */
  sessionEnded: (session: Session) => void;
};
