import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { OidcProfile } from '../../../../protocol/index.ts';
import { bytes, instant } from '../../../db/columns.ts';

/** Which account at an OpenID provider opens which account here. */
export const oidcIdentities = pgTable(
  'oidc_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('oidc_identities_user').on(table.userId),
    uniqueIndex('oidc_identities_one_each').on(table.issuer, table.userId),
  ],
);

/**
 * Sign-ins at the provider that are under way, each bound to the browser that holds the secret of its cookie.
 *
 *   asked ── the browser is back ─▶ redeeming ── verified ─▶ answered ── the app has asked ─▶ newcomer ─▶ ended
 *                                       └─ refused: over     │                 └─ has an account ─▶ ended
 *                                                            └─ `linkFor` has connected it ─▶ ended
 *
 * What is over or ended keeps its hashes for a while, and nothing of the person: only so that the right words can be said.
 */
export const oidcFlows = pgTable(
  'oidc_flows',
  {
    secretHash: bytes('secret_hash').primaryKey(),
    state: text('state', { enum: ['asked', 'redeeming', 'answered', 'newcomer'] }).notNull(),
    /** Of the code that was handed to the app. */
    codeHash: bytes('code_hash'),
    issuer: text('issuer'),
    subject: text('subject'),
    profile: jsonb('profile').$type<OidcProfile>(),
    /** The member who began it to connect an account; null for a sign-in. */
    linkFor: uuid('link_for'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('oidc_flows_expiry').on(table.expiresAt)],
);
