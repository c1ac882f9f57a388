/**
 * Many seeds of the simulator, on all cores:
 *
 *   node test/simulation/main.ts --seeds 2000 --steps 300 [--from 1] [--workers 2] [--seconds 90]
 *   node test/simulation/main.ts --seed 4711 [--only 3,17,40]     one run, twice: its trace must be the same
 *
 * Every fourth seed has a hostile member, who sends the server what no engine would; in every fourth, members pick files.
 * Failing seeds are shrunk to the steps they need; ends with 1 when a law was broken or a kind of fault never came up.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from '../../protocol/index.ts';
import { missingKinds } from '../../sync/testing/simulation/kinds.ts';
import { shrink } from '../../sync/testing/simulation/shrink.ts';
import { simulate } from '../../sync/testing/simulator.ts';

/** The first of them are worth the time; the others most likely break the same law. */
const SHRUNK_MAX = 3;
/**
 * As many as one thread runs. Tabs that were killed keep their listeners for ever, as Node keeps every signal that
 * somebody listens to (`AbortSignal.any`): two megabytes a seed, and with thousands of them nothing but collecting.
 */
const SEEDS_A_THREAD = 50;

const optionsOf = (seed: number) => ({ isHostile: seed % 4 === 0, withFiles: seed % 4 === 2 });

/** As many run also when the time is up: fewer do not meet every kind of fault, on whatever machine. */
const SEEDS_MIN = 100;

const job = z.object({
  from: z.int(),
  seeds: z.int(),
  steps: z.int(),
  /** No seed beyond `SEEDS_MIN` starts after this time, in milliseconds since 1970; null: all of them run. */
  endsAt: z.nullable(z.number()),
});
type Job = z.infer<typeof job>;

const outcome = z.object({
  ran: z.int(),
  counts: z.record(z.string(), z.number()),
  failed: z.array(z.object({ seed: z.int(), faults: z.array(z.string()) })),
});
type Outcome = z.infer<typeof outcome>;

const add = (sum: Record<string, number>, counts: Readonly<Record<string, number>>): void => {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
};

const isTimeUp = (endsAt: number | null): boolean => endsAt !== null && Date.now() >= endsAt;

const work = async ({ from, seeds, steps, endsAt }: Job): Promise<Outcome> => {
  const result: Outcome = { ran: 0, counts: {}, failed: [] };
  for (let seed = from; seed < from + seeds && !isTimeUp(endsAt); seed += 1) {
    result.ran += 1;
    const { counts, faults } = await simulate(seed, steps, optionsOf(seed));
    add(result.counts, counts);
    if (faults.length > 0) result.failed.push({ seed, faults: faults.slice(0, 5) });
  }
  return result;
};

const inThread = (data: Job): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    worker.once('message', (message) => resolve(outcome.parse(message)));
    worker.once('error', reject);
  });

interface Run {
  from: number;
  seeds: number;
  steps: number;
  workers: number;
  /** The budget of time; undefined: as long as it takes. */
  seconds: number | undefined;
}

const runMany = async ({ from, seeds, steps, workers, seconds: budget }: Run) => {
  const startedAt = performance.now();
  const endsAt = budget === undefined ? null : Date.now() + budget * 1_000;
  const parts: Outcome[] = [];
  let next = from;
  const takeTurns = async () => {
    while (next < from + seeds) {
      const first = next;
      const isRequired = first < from + SEEDS_MIN;
      if (!isRequired && isTimeUp(endsAt)) return;
      next = Math.min(from + seeds, first + SEEDS_A_THREAD);
      const limit = isRequired ? null : endsAt;
      parts.push(await inThread({ from: first, seeds: next - first, steps, endsAt: limit }));
    }
  };
  await Promise.all(Array.from({ length: workers }, takeTurns));
  const seconds = (performance.now() - startedAt) / 1_000;
  const counts: Record<string, number> = {};
  for (const part of parts) add(counts, part.counts);
  const failed = parts.flatMap((part) => part.failed).sort((a, b) => a.seed - b.seed);
  const ran = parts.reduce((sum, part) => sum + part.ran, 0);
  console.log(`${ran} seeds × ${steps} steps on ${workers} threads in ${seconds.toFixed(0)} s`);
  for (const [name, count] of Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${name.padEnd(24)}${count}`);
  for (const { seed, faults } of failed) console.log(`seed ${seed}:\n  ${faults.join('\n  ')}`);
  for (const { seed } of failed.slice(0, SHRUNK_MAX))
    console.log(
      `seed ${seed} needs only the steps ${(await shrink(seed, steps, optionsOf(seed))).join(',')}`,
    );
  const missing = missingKinds(counts);
  if (missing.length > 0) console.log(`never met: ${missing.join(', ')}`);
  console.log(`${failed.length} of ${ran} seeds broke a law`);
  return failed.length === 0 && missing.length === 0;
};

const runOne = async (seed: number, steps: number, only: ReadonlySet<number> | undefined) => {
  const options = only === undefined ? optionsOf(seed) : { ...optionsOf(seed), only };
  const [first, second] = [await simulate(seed, steps, options), await simulate(seed, steps, options)];
  console.log(first.counts, `trace ${first.trace}`);
  for (const fault of first.faults) console.log(fault);
  if (first.trace !== second.trace) console.log(`another trace the second time: ${second.trace}`);
  return first.faults.length === 0 && first.trace === second.trace;
};

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '2000' },
      steps: { type: 'string', default: '300' },
      from: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(availableParallelism()) },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const steps = Number(values.steps);
  const only = values.only === undefined ? undefined : new Set(values.only.split(',').map(Number));
  const isGood =
    values.seed === undefined
      ? await runMany({
          from: Number(values.from),
          seeds: Number(values.seeds),
          steps,
          workers: Number(values.workers),
          seconds: values.seconds === undefined ? undefined : Number(values.seconds),
        })
      : await runOne(Number(values.seed), steps, only);
  process.exitCode = isGood ? 0 : 1;
} else parentPort?.postMessage(await work(job.parse(workerData)));
