import { afterAll, beforeAll } from 'vitest';
import { type OpenedDatabase, openPostgresDatabase } from '../../server/testing/open-database.ts';
import { createTestDatabase, type TestDatabase } from './services.ts';

/**
 * A migrated PostgreSQL database of a suite's own: made before its first test, dropped after its last. Call it inside
 * `describe.skipIf(!hasPostgres)`.
 */
export const useTestPostgres = (): { readonly url: string; readonly opened: OpenedDatabase } => {
  let made: { database: TestDatabase; opened: OpenedDatabase } | undefined;
  const present = () => {
    if (made === undefined) throw new Error('The database is made before the first test.');
    return made;
  };
  beforeAll(async () => {
    const database = await createTestDatabase();
    made = { database, opened: await openPostgresDatabase(database.url) };
  });
  afterAll(async () => {
    await made?.opened.close();
    await made?.database.drop();
  });
  return {
    get url() {
      return present().database.url;
    },
    get opened() {
      return present().opened;
    },
  };
};
