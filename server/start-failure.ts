import { z } from '../protocol/index.ts';
import { FolderInUseError } from './db/folder-lock.ts';
import { MigrationError } from './db/migrate.ts';
import { sqlStateOf } from './db/sql-state.ts';

const systemError = z.object({
  code: z.string(),
  syscall: z.optional(z.string()),
  address: z.optional(z.string()),
  port: z.optional(z.number()),
  path: z.optional(z.string()),
});

/** Why the process cannot start, in one line for the person who started it. Never an address with a password. */
export const describeStartFailure = (error: unknown): string => {
  if (error instanceof FolderInUseError) return error.message;
  if (error instanceof MigrationError) return withReason(error);
  const system = systemError.safeParse(error).data;
  const sqlState = sqlStateOf(error);
  if (system?.syscall === 'listen') return describeListen(system);
  if (sqlState !== undefined) return `the database refuses (${sqlState}): ${messageOf(error)}`;
  if (system?.path !== undefined) return `${system.path} cannot be used (${system.code})`;
  if (system !== undefined) return `the database of DATABASE_URL does not answer (${system.code})`;
  return messageOf(error);
};

const describeListen = ({ code, address, port }: z.output<typeof systemError>): string => {
  const where = `port ${port} of ${address}`;
  if (code === 'EADDRINUSE') return `${where} is in use by another program; choose another PORT`;
  if (code === 'EACCES') return `${where} needs rights that this process does not have; choose another PORT`;
  return `${where} cannot be listened on (${code}); check HOST and PORT`;
};

const withReason = (error: Error): string =>
  error.cause === undefined ? error.message : `${error.message} ${messageOf(error.cause)}`;

/** The first line: what follows may be a whole statement. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
