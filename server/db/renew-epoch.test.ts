import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chatScope } from '../../protocol/index.ts';
import { World } from '../testing/world.ts';
import { openFolder } from './open-pglite.ts';
import { renewEpochIfMarked } from './renew-epoch.ts';

it('a data folder that was put back from a copy gets a new epoch when it says so, once', {
  timeout: 120_000,
}, async () => {
  const folders = await mkdtemp(join(tmpdir(), 'tambay-restored-'));
  const [live, copy] = [join(folders, 'live'), join(folders, 'copy')];
  const first = await openFolder(live);
  const before = new World(first.db);
  const { ana, ben, chatId } = await before.friends();
  await before.say(ana, chatId, 'before');
  await first.close();
  await cp(live, copy, { recursive: true });
  const second = await openFolder(live);
  const lost = new World(second.db);
  await lost.say(ana, chatId, 'lost');
  const pulled = await lost.pull(ben);
  const cursors = Object.fromEntries(
    pulled.scopes.map(({ scope, epoch, to }) => [scope, { epoch, seq: to }]),
  );
  await second.close();

  await rm(live, { recursive: true });
  await cp(copy, live, { recursive: true });
  await writeFile(join(live, 'RESTORED'), '');
  const restored = await openFolder(live);
  expect(await renewEpochIfMarked(restored, live)).toBe(true);
  expect(existsSync(join(live, 'RESTORED'))).toBe(false);
  expect(await renewEpochIfMarked(restored, live)).toBe(false);
  const after = new World(restored.db);
  const [own, chat] = ['user:', chatScope(chatId)].map((start) =>
    pulled.scopes.find(({ scope }) => scope.startsWith(start)),
  );
  const again = await after.pull(ben, cursors);
  expect(again.scopes.map(({ kind }) => kind)).toEqual(['reset', 'reset']);
  expect(new Set(again.scopes.map(({ epoch }) => epoch))).not.toContain(chat?.epoch ?? own?.epoch);
  const said = again.scopes.flatMap(({ changes }) =>
    changes.flatMap(({ row }) => (row && 'content' in row ? [row.content] : [])),
  );
  expect(said).toEqual(['before']);
  await restored.close();
  await rm(folders, { recursive: true, force: true });
});
