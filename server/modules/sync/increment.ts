import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** `column + 1`. A row's own version counts its changes: one more with every UPDATE (docs/architecture.md). */
export const increment = (column: PgColumn): SQL => sql`${column} + 1`;
