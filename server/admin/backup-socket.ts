import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseJson, z } from '../../protocol/index.ts';
import type { Config } from '../config.ts';
import type { OpenDatabase } from '../db/database.ts';
import { backUp } from './backup.ts';
import { Refusal } from './refusal.ts';

/**
 * Only the server itself can read an embedded database while it runs: it writes the backup when the command asks for it on a
 * socket in the data folder, which belongs to the server's user alone.
 */
const request = z.object({ folder: z.string() });
const answer = z.union([z.object({ rows: z.int(), files: z.int() }), z.object({ refused: z.string() })]);
export type Backed = { readonly rows: number; readonly files: number };

const socketPath = (dataDir: string): string => join(dataDir, 'backup.sock');
/** Of the operating systems' limits the smallest, in bytes. */
const PATH_MAX = 103;

export const countRows = (tables: readonly { rows: number }[]): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

const carryOut = async (
  config: Config,
  database: OpenDatabase,
  text: string,
): Promise<z.infer<typeof answer>> => {
  try {
    const { folder } = request.parse(parseJson(text));
    const { tables, files } = await backUp(config, database, folder);
    return { rows: countRows(tables), files: files.count };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Lets `npm run admin -- backup` reach this server. Where there are no such sockets (Windows, some network folders, a folder
 * with a long path) it serves all the same, and has to be stopped for a backup.
 * @returns null where there are none
 */
export const serveBackups = async (config: Config, database: OpenDatabase): Promise<Server | null> => {
  const path = socketPath(config.dataDir);
  if (database.kind !== 'pglite' || process.platform === 'win32' || Buffer.byteLength(path) > PATH_MAX)
    return null;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).once('line', (line) => {
      void carryOut(config, database, line).then((said) => socket.end(`${JSON.stringify(said)}\n`));
    });
  });
  try {
    // Of a process that was killed: the folder is ours alone by now.
    await rm(path, { force: true });
    await once(server.listen(path), 'listening');
    await chmod(path, 0o600);
  } catch {
    return null;
  }
  server.unref();
  return server;
};

/**
 * Asks a running server for a backup.
 * @returns null when none is running on this folder
 * @throws Refusal with what the server says
 */
export const askForBackup = async (config: Config, folder: string): Promise<Backed | null> => {
  const socket = connect(socketPath(config.dataDir));
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return null;
  // A server that ends meanwhile closes the connection; that is said below.
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify({ folder })}\n`);
  for await (const line of createInterface({ input: socket })) {
    const said = answer.parse(parseJson(line));
    if ('refused' in said) throw new Refusal(said.refused);
    return said;
  }
  throw new Refusal('the server ended before the backup was finished');
};
