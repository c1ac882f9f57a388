import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../../../db/columns.ts';

/** Sign-ins by QR code that are under way: for a minute or two. Of what opens anything only the SHA-256 is kept. */
export const qrSignIns = pgTable(
  'qr_sign_ins',
  {
    idHash: bytes('id_hash').primaryKey(),
    /** Who shows the code: the new device (`new`) or the one that is signed in (`member`). */
    shownBy: text('shown_by', { enum: ['new', 'member'] }).notNull(),
    state: text('state', { enum: ['waiting', 'claimed', 'approved', 'denied', 'collected'] }).notNull(),
    /** Known once there is a new device. */
    secretHash: bytes('secret_hash'),
    number: smallint('number'),
    numbers: smallint('numbers').array(),
    browser: text('browser'),
    device: text('device'),
    address: text('address'),
    askedAt: instant('asked_at'),
    /** The member who decides, and on which of their devices. */
    ownerId: uuid('owner_id'),
    ownerSessionId: uuid('owner_session_id'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('qr_sign_ins_expiry').on(table.expiresAt)],
);
