/** The door of `server/`, for tests, tools and benchmarks. The process itself is `main.ts`. */
export { type Config, ConfigError, parseConfig } from './config.ts';
export { createServer, type ServerOptions, type TambayServer } from './create-server.ts';
export { type Database, inTransaction, type OpenDatabase, readSnapshot } from './db/database.ts';
export { openDatabase } from './db/open-database.ts';
export { dumpMemory, openMemory } from './db/open-pglite.ts';
export { openPostgres } from './db/open-postgres.ts';
export { createMemoryBuckets, type TakeFromBucket } from './plugins/buckets.ts';
export { limits } from './plugins/rate-limits.ts';
