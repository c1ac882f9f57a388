import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, PROTOCOL_VERSION, pushResponse, z } from '../../protocol/index.ts';
import { freePort } from '../support/browser-app.ts';
import { registerPerson } from '../support/browser-people.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../support/services.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';

const LIMIT_MS = 240_000;
const value = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ intValue: z.union([z.int(), z.string()]) }),
]);
const span = z.object({
  name: z.string(),
  traceId: z.string(),
  attributes: z.array(z.object({ key: z.string(), value })),
});
/** What the collector is sent (OTLP over HTTP in JSON). */
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});
type Span = z.infer<typeof span>;

/** A collector that only listens, and a server that was told of it as an operator would. */
describe.skipIf(!hasPostgres)('OTEL_EXPORTER_OTLP_ENDPOINT', { timeout: LIMIT_MS }, () => {
  const spans: Span[] = [];
  let collector: Server;
  let database: TestDatabase;
  let folder: string;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      void json(request).then((body) => {
        for (const { scopeSpans } of traces.parse(body).resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'tambay-traces-'));
    server = await startServer(await freePort(), {
      ...{ DATA_DIR: folder, DATABASE_URL: database.url, TRUST_PROXY: 'loopback' },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    const origin = server.url;
    const ana = await registerPerson(origin, 'Ana');
    const post = (path: string, body: unknown) =>
      fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: JSON.stringify(body),
      });
    const id = newId();
    const mutations = [
      { id: newId(), name: 'createPost', args: { id, content: 'Magandang umaga' } },
      { id: newId(), name: 'setLike', args: { postId: id, liked: true } },
    ].map((mutation, index, all) => ({
      ...mutation,
      ...{ version: 1, lane: `post:${id}`, prev: all[index - 1]?.id ?? null },
    }));
    const pushed = { protocol: PROTOCOL_VERSION, deviceId: newId(), mutations };
    const { answers } = pushResponse.parse(await (await post('/sync/push', pushed)).json());
    expect(answers.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect((await post('/auth/forgot-password', { email: ana.email })).status).toBe(200);
    // What is gathered is sent as the process ends, and so is the mail.
    await server.end('SIGTERM');
  }, LIMIT_MS);

  afterAll(async () => {
    await server?.end('SIGKILL');
    collector.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const named = (name: RegExp): Span[] => spans.filter((one) => name.test(one.name));
  const requestOf = ({ attributes }: Span) =>
    attributes.find(({ key }) => key === 'tambay.request_id')?.value;

  it('gives a span for each request, by the pattern of its route, with its statements inside', () => {
    const [push] = named(/^POST \/api\/v1\/sync\/push$/);
    expect(push).toBeDefined();
    const inside = spans.filter(({ traceId }) => traceId === push?.traceId).map(({ name }) => name);
    expect(inside).toEqual(expect.arrayContaining([expect.stringMatching(/^sql /)]));
  });

  it('gives a span for a batch of mutations', () => {
    const keys = named(/^batch$/).flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect(keys).toContain('tambay.mutations');
  });

  it('gives a span for a job, with the request that sent it', () => {
    const [asked] = named(/^POST \/api\/v1\/auth\/forgot-password$/);
    expect(asked).toBeDefined();
    const jobs = named(/^job /).map(requestOf);
    expect(jobs).toContainEqual(asked && requestOf(asked));
  });

  it('tells no words of anybody', () => {
    expect(JSON.stringify(spans)).not.toMatch(/Magandang umaga/);
    expect(JSON.stringify(spans)).not.toContain('@example.com');
  });
});
