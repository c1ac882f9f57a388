import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from './support/server-process.ts';

const [PORT, METRICS_PORT] = [4_358, 4_359];

it('figures for Prometheus are on a port of their own, and tell what was asked and nobody by name', {
  timeout: 180_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tambay-metrics-'));
  const server = await startServer(PORT, { DATA_DIR: directory, METRICS_PORT: String(METRICS_PORT) });
  try {
    await fetch(`${server.url}/api/v1/users/01890a5d-ac96-774b-bcce-b302099a8057`);
    await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'no such person' }),
    });
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
