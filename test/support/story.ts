import { test as base } from '@playwright/test';
import { type RunningApp, startApp } from './browser-app.ts';
import { befriend, type Person, registerPerson } from './browser-people.ts';
import { hasPostgres } from './services.ts';

type OfWorker = {
  /**
   * A server that all stories of a worker share, on PostgreSQL where one answers. Stories that stop it or need it empty start
   * one of their own, on the embedded database.
   */
  app: RunningApp;
};
type OfStory = { ana: Person; ben: Person };

/** What stories begin with: a server, and two members of it who are friends. Made when a story asks for it. */
export const test = base.extend<OfStory, OfWorker>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const app = await startApp({ database: hasPostgres ? 'postgres' : 'pglite' });
      await use(app);
      await app.dispose();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  ana: async ({ app }, use) => use(await registerPerson(app.origin, 'Ana', 'Santos')),
  ben: async ({ app, ana }, use) => {
    const ben = await registerPerson(app.origin, 'Ben', 'Cruz');
    await befriend(app.origin, ana, ben);
    await use(ben);
  },
});
