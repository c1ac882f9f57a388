import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Columns that many tables share. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** Words of a text, for a search; written and asked for as PostgreSQL writes them. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const count = (name: string) => bigint(name, { mode: 'number' });
export const version = () => integer('version').notNull().default(1);
