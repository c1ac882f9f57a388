import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
  ],
);

/**
 * Sign-ins at the provider that are under way, each bound to the browser that holds the secret of its cookie.
 *
 *   asked ── the browser is back ─▶ redeeming ── verified ─▶ answered ── the app has asked ─▶ newcomer ─▶ gone
 *                                       └─ refused: over                       └─ has an account ─▶ gone
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
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('oidc_flows_expiry').on(table.expiresAt)],
);
