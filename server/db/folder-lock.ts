import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';

/** The folder belongs to another running process; nothing of it has been touched. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

/**
 * Holds a folder for this process until `release`, or until the process ends, however it ends: PGlite itself takes no lock,
 * and two processes on one folder lose each other's rows. A socket's name is such a lock, because the kernel frees it.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  const address = lockAddress(await realpath(folder));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = `The folder ${folder} is in use by another Tambay process.`;
      reject(new FolderInUseError(reason, { cause }));
    });
    server.listen({ ...address, exclusive: true }, resolve);
  });
  // The lock alone keeps no process alive.
  server.unref();
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Linux has socket names outside the file system, Windows pipes; elsewhere a loopback port stands for the folder. */
function lockAddress(path: string): ListenOptions {
  const hash = createHash('sha256').update(path).digest();
  const name = `tambay:${hash.toString('hex')}`;
  if (process.platform === 'linux') return { path: `\0${name}` };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}` };
  return { host: '127.0.0.1', port: 20_000 + (hash.readUInt32BE() % 12_000) };
}
