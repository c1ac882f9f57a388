import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tambay-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('has one holder at a time', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await lock.release();
  await (await lockFolder(folder)).release();
});

it('knows a folder by any of its names', async () => {
  const lock = await lockFolder(folder);
  const alias = join(folder, 'alias');
  await symlink(folder, alias);
  await expect(lockFolder(alias)).rejects.toThrow(FolderInUseError);
  await lock.release();
});

it('is free again when its holder is killed', async () => {
  const modulePath = join(import.meta.dirname, 'folder-lock.ts');
  const script = `
    const { lockFolder } = await import(${JSON.stringify(modulePath)});
    await lockFolder(${JSON.stringify(folder)});
    process.stdout.write('held');
    setInterval(() => undefined, 1_000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockFolder(folder)).release();
});
