import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutations, newId, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { openFolder } from '../../server/db/open-pglite.ts';
import { seedAuthors } from './people.ts';
import { startServer } from './support/server-process.ts';

const [PORT, METRICS_PORT] = [4_358, 4_359];

it('figures for Prometheus are on a port of their own, and tell what was asked and nobody by name', {
  timeout: 180_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tambay-metrics-'));
  const seeded = await openFolder(directory);
  const [author] = await seedAuthors(seeded.db, 1);
  await seeded.close();
  if (!author) throw new Error('There is an author.');
  const server = await startServer(PORT, { DATA_DIR: directory, METRICS_PORT: String(METRICS_PORT) });
  try {
    await fetch(`${server.url}/api/v1/users/01890a5d-ac96-774b-bcce-b302099a8057`);
    await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'no such person' }),
    });
    const ask = (path: string, body: object) =>
      fetch(`${server.url}/api/v1/sync/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${author.token}` },
        body: JSON.stringify({ protocol: PROTOCOL_VERSION, deviceId: newId(), ...body }),
      });
    const { chatId } = author;
    const sending = (content: string) => ({
      ...{
        id: newId(),
        name: 'sendMessage',
        version: mutations.sendMessage.version,
        lane: chatId,
        prev: null,
      },
      args: { id: newId(), chatId, content, writtenAt: new Date().toISOString() },
    });
    expect((await ask('push', { mutations: [sending('Kumusta?'), sending('')] })).status).toBe(200);
    expect((await ask('pull', { cursors: {}, unfinished: [], pendingCount: 0 })).status).toBe(200);
    const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const figures = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
    expect(figures).toMatchObject({
      'tambay_http_request_seconds_count{route="/api/v1/auth/login",method="POST",status="422"}': 1,
      tambay_sockets: 0,
      'tambay_push_answers_total{status="applied",code=""}': 1,
      'tambay_push_answers_total{status="rejected",code="validation"}': 1,
      tambay_outbox_age_seconds_count: 2,
      'tambay_pulls_total{kind="reset"}': 1,
      tambay_sync_lag_entries_count: 1,
      tambay_devices_with_unsent: 0,
      tambay_unsent_mutations: 0,
      tambay_metrics_failures_total: 0,
    });
    expect(figures['tambay_jobs_waiting']).toBeGreaterThanOrEqual(0);
    expect(Object.keys(figures)).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('01890a5d');
    expect(text).not.toContain('nobody@');
    // Not on the port that the world reaches.
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('tambay_sockets');
    expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/`)).status).toBe(404);
  } finally {
    await server.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
});
