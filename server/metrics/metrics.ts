import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createSyncFigures, type SyncObserve } from './sync-figures.ts';

/** What the parts of the server tell as it happens. */
export type Observe = {
  /** @param route the pattern of the route, never the address that was asked for */
  request: (route: string, method: string, status: number, seconds: number) => void;
  /** A batch of mutations was carried out (modules/sync/batch). */
  batch: (size: number, seconds: number) => void;
  jobRun: (job: string, isDone: boolean, seconds: number) => void;
  /** PostgreSQL has answered a statement. */
  statement: (verb: string, seconds: number) => void;
  sync: SyncObserve;
};

/** What is asked when somebody looks. */
export type Sources = {
  socketCount: () => number;
  /** Connections to the database; null for the embedded one. */
  pool: () => { total: number; idle: number; waiting: number } | null;
  /** Figures that stand in the database, by the names of `stored`. */
  stored: () => Promise<Record<(typeof STORED)[number]['name'], number>>;
};

const STORED = [
  { name: 'devices_with_unsent', help: 'Devices with unsent mutations that pulled within the last day' },
  { name: 'unsent_mutations', help: 'Mutations that those devices hold' },
  { name: 'jobs_waiting', help: 'Jobs that are due and have not begun' },
  { name: 'scope_log_rows', help: 'Rows of the scope log, as PostgreSQL estimates them' },
] as const;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 100];

export type Metrics = {
  observe: Observe;
  /** In the text format of Prometheus. */
  read: () => Promise<string>;
};

/** Figures of one process, for Prometheus. Names, units and labels are in docs/operate/README.md. */
export const createMetrics = ({ socketCount, pool, stored }: Sources): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    ...{
      name: 'tambay_http_request_seconds',
      help: 'Answers of the API, by route',
      buckets: SECONDS,
      registers,
    },
    labelNames: ['route', 'method', 'status'] as const,
  });
  const batches = new Histogram({
    ...{ name: 'tambay_batch_seconds', help: 'Time a batch of mutations took', buckets: SECONDS, registers },
  });
  const sizes = new Histogram({
    ...{ name: 'tambay_batch_mutations', help: 'Mutations in a batch', buckets: SIZES, registers },
  });
  const jobs = new Histogram({
    ...{ name: 'tambay_job_seconds', help: 'Runs of durable jobs', buckets: SECONDS, registers },
    labelNames: ['job', 'outcome'] as const,
  });
  const statements = new Histogram({
    ...{ name: 'tambay_statement_seconds', buckets: SECONDS, registers },
    help: 'Statements on PostgreSQL, from sending to the answer',
    labelNames: ['verb'] as const,
  });
  const failures = new Counter({
    ...{
      name: 'tambay_metrics_failures_total',
      help: 'Looks at the database for figures that failed',
      registers,
    },
  });
  new Gauge({
    ...{ name: 'tambay_sockets', help: 'Sockets of members at this process', registers },
    collect() {
      this.set(socketCount());
    },
  });
  new Gauge({
    ...{ name: 'tambay_database_connections', help: 'Connections to PostgreSQL', registers },
    labelNames: ['state'] as const,
    collect() {
      for (const [state, count] of Object.entries(pool() ?? {})) this.set({ state }, count);
    },
  });
  const gauges = STORED.map(({ name, help }) => ({
    name,
    gauge: new Gauge({ name: `tambay_${name}`, help, registers }),
  }));
  return {
    observe: {
      request: (route, method, status, seconds) =>
        requests.observe({ route, method, status: String(status) }, seconds),
      batch: (size, seconds) => {
        sizes.observe(size);
        batches.observe(seconds);
      },
      jobRun: (job, isDone, seconds) => jobs.observe({ job, outcome: isDone ? 'done' : 'failed' }, seconds),
      statement: (verb, seconds) => statements.observe({ verb }, seconds),
      sync: createSyncFigures(registry),
    },
    read: async () => {
      // Figures of the process are told also while the database is away.
      const figures = await stored().catch(() => null);
      if (figures === null) failures.inc();
      else for (const { name, gauge } of gauges) gauge.set(figures[name]);
      return registry.metrics();
    },
  };
};

/** Serves the figures at `/metrics`, on a port of its own that the proxy does not pass on. */
export const serveMetrics = async ({ read }: Metrics, host: string, port: number): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
};
