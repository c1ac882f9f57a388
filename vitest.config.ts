import { defineConfig } from 'vitest/config';

const sources = '{protocol,sync,sw,src,server,test,scripts}';
const setupFiles = ['test/support/setup.ts'];

export default defineConfig({
  test: {
    // Random order would hide a dependence between tests behind a retry; fixed order and no retry show it.
    retry: 0,
    // Vitest keeps one core for itself; on a machine with two that leaves the other idle for a quarter of an hour.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: ['**/*.pg.test.ts', '**/*.browser.test.ts'],
          setupFiles,
          // Only a hang may end a test by time: a loaded machine is slow, and that is no failure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'pg',
          include: [`${sources}/**/*.pg.test.ts`],
          setupFiles,
          // Real PostgreSQL and Redis: databases are made and dropped, and two cores are shared with them.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
