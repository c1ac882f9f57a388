import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

/** Turns whose work ends when the test says so, and the order in which it began. */
const watched = (options: Parameters<typeof createFairTurns>[0]) => {
  const turns = createFairTurns(options);
  const started: string[] = [];
  const open: { account: string; end: () => void }[] = [];
  const ask = (account: string): Promise<string> =>
    turns
      .take(account, async () => {
        started.push(account);
        await new Promise<void>((end) => open.push({ account, end }));
        return 'done';
      })
      .catch((error: { kind: string }) => error.kind);
  const settle = async (): Promise<void> => {
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  const endOne = async (at = 0): Promise<void> => {
    const [work] = open.splice(at % Math.max(1, open.length), 1);
    work?.end();
    await settle();
  };
  return { ask, started, open, endOne, settle };
};

it('with sixteen of one account waiting, what another sends is served next', async () => {
  const { ask, started, endOne, settle } = watched({ atOnce: 1, waitingMax: 16 });
  const large = Array.from({ length: 16 }, () => ask('ana'));
  await settle();
  const small = ask('ben');
  await endOne();
  expect(started).toEqual(['ana', 'ben']);
  for (let left = 0; left < 16; left += 1) await endOne();
  expect(await Promise.all([...large, small])).toEqual(Array.from({ length: 17 }, () => 'done'));
});

it('one account never holds every place, and has two waiting at most', async () => {
  const { ask, started, endOne, settle } = watched({ atOnce: 2 });
  const large = Array.from({ length: 16 }, () => ask('ana'));
  await settle();
  expect(started).toEqual(['ana']);
  const small = ask('ben');
  await settle();
  expect(started).toEqual(['ana', 'ben']);
  for (let left = 0; left < 4; left += 1) await endOne();
  const outcomes = await Promise.all([...large, small]);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4);
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(13);
});

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), account: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ kind: fc.constant('end' as const), at: fc.nat(3) }),
  ),
  { maxLength: 80 },
);

it('whatever comes and ends in whatever order: places and waiting are bounded, turns rotate, and all is done', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (script, atOnce) => {
      const { ask, started, open, endOne, settle } = watched({ atOnce });
      const outcomes: Promise<string>[] = [];
      /** Who waits, and how many others have been served since. */
      const queue: { account: string; servedSince: string[] }[] = [];
      const follow = (from: number): void => {
        for (const account of started.slice(from)) {
          const at = queue.findIndex((one) => one.account === account);
          queue.splice(at, 1);
          // Counted anew for what now is the account's next: its own turn has just been.
          for (const one of queue)
            one.servedSince = one.account === account ? [] : [...one.servedSince, account];
        }
      };
      const step = async (act: () => unknown): Promise<void> => {
        const from = started.length;
        await act();
        await settle();
        follow(from);
        // What is served while an account's own work runs does not overtake it: that account goes to the end after it.
        for (const one of queue)
          if (open.some(({ account }) => account === one.account)) one.servedSince = [];
        expect(open.length).toBeLessThanOrEqual(atOnce);
        expect(new Set(open.map(({ account }) => account)).size).toBe(open.length);
        // The first of an account is overtaken by each other account once.
        for (const account of ['a', 'b', 'c', 'd']) {
          const first = queue.find((one) => one.account === account);
          const others = first?.servedSince ?? [];
          expect(others.length).toBe(new Set(others).size);
          expect(queue.filter((one) => one.account === account).length).toBeLessThanOrEqual(2);
        }
      };
      for (const act of script) {
        if (act.kind === 'end') await step(() => endOne(act.at));
        else
          await step(async () => {
            const outcome = ask(act.account);
            outcomes.push(outcome);
            let isRefused = false;
            void outcome.then((kind) => {
              isRefused = kind === 'rate_limited';
            });
            await settle();
            if (!isRefused) queue.push({ account: act.account, servedSince: [] });
          });
      }
      while (open.length > 0) await step(() => endOne());
      expect(queue).toEqual([]);
      for (const outcome of await Promise.all(outcomes)) expect(['done', 'rate_limited']).toContain(outcome);
    }),
    { numRuns: 300 },
  );
});
