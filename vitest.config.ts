import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sources = '{protocol,sync,sw,src,server,test,scripts}';
const setupFiles = ['test/support/setup.ts'];

/** They replace modules (`vi.mock`), which have to be loaded for them alone. */
const MOCKED = ['server/db/open-pglite.test.ts', 'sync/platform/tus-upload.test.ts'];

/**
 * Minutes of one core each. Where no durations of an earlier run are known, as in CI, Vitest goes by the size of files, and
 * these are small: begun last, they left the other core idle for three minutes.
 */
const LONG =
  /test\/(security\/(hostile|throttles|matrix|mutation-matrix|authorization|regular-expressions)|faults\/)/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

/** Thousands of requests to the whole server in each file, or servers of their own. */
const WHOLE_SERVER = 'test/{security,faults,convergence}/**/*.test.ts';
const NOT_HERE = ['**/*.pg.test.ts', '**/*.browser.test.ts'];

/** Only a hang may end a test by time: a loaded machine is slow, and that is no failure. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Random order would hide a dependence between tests behind a retry; fixed order and no retry show it.
    retry: 0,
    // Vitest keeps one core for itself; on a machine with two that leaves the other idle for a quarter of an hour.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${sources}/**/*.test.{ts,tsx}`],
          exclude: [...NOT_HERE, ...MOCKED, WHOLE_SERVER],
          setupFiles: [...setupFiles, 'test/support/setup-indexeddb.ts'],
          // Files of one worker share their modules: loading the server again for each takes two seconds of the processor.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server',
          include: [WHOLE_SERVER],
          exclude: NOT_HERE,
          setupFiles,
          // A process for each file: what files leave in a shared one grew to 3 GB, and marking it took most of the time.
          isolate: true,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'mocked',
          include: MOCKED,
          setupFiles,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'pg',
          include: [`${sources}/**/*.pg.test.ts`],
          setupFiles,
          // Real PostgreSQL and Redis: databases are made and dropped, and two cores are shared with them. Each file has a
          // database and key prefixes of its own, so files run beside others: they wait for the services half of their time.
          ...timeouts,
        },
      },
    ],
  },
});
