import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chatScope } from '../../protocol/index.ts';
import { type OpenedDatabase, openMemoryDatabase } from '../testing/open-database.ts';
import { openSockets } from '../testing/sockets.ts';
import { World } from '../testing/world.ts';
import { createMetrics } from './metrics.ts';
import { readStoredFigures } from './stored-figures.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openMemoryDatabase();
});
afterAll(() => opened.close());

const metricsOf = (world: World) =>
  createMetrics({
    socketCount: () => 0,
    pool: () => null,
    stored: () => readStoredFigures(world.db, world.clock.now()),
  });

it('are described for operators, one and all, and the dashboard asks for none that is not there', async () => {
  const text = await metricsOf(new World(opened.db)).read();
  const known = new Set([...text.matchAll(/^# TYPE (tambay_\w+) /gm)].map(([, name]) => name));
  const operate = join(import.meta.dirname, '../../docs/operate');
  const table = readFileSync(join(operate, 'README.md'), 'utf8').match(/^\| `tambay_.*$/gm) ?? [];
  const rows = table.filter((row) => !row.includes(' > '));
  const described = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/tambay_\w+/g)].map(([name]) => name),
  );
  expect(new Set(described.filter((name) => known.has(name)))).toEqual(known);
  const asked = readFileSync(join(operate, 'grafana.json'), 'utf8').matchAll(/tambay_\w+/g);
  const names = [...asked].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const shown = new Set(names);
  const hidden = [...known].filter((name) => name !== undefined && !shown.has(name));
  expect(hidden).toEqual(['tambay_metrics_failures_total', 'tambay_scope_log_rows']);
});

it('tell how long a socket took to connect, and a commit to a device that has stored it', async () => {
  const world = new World(opened.db);
  const metrics = metricsOf(world);
  const sockets = await openSockets(world, { observe: metrics.observe.sync });
  const { ana, ben, chatId } = await world.friends();
  const socket = await sockets.connect(ben);
  const scope = chatScope(chatId);
  const came = new Promise<{ epoch: string; seq: number }>((resolve) => {
    socket.on('changes', (entry) => entry.scope === scope && resolve(entry));
  });
  await world.say(ana, chatId);
  const { epoch, seq } = await came;
  socket.emit('stored', { cursors: { [scope]: { epoch, seq: seq - 1 } } });
  socket.emit('stored', { cursors: { [scope]: { epoch, seq } } });
  await vi.waitFor(async () => {
    const text = await metrics.read();
    expect(text).toContain('tambay_socket_connect_seconds_count 1\n');
    expect(text).toContain('tambay_delivery_seconds_count 1\n');
  });
  await sockets.close();
});
