/**
 * The server as `server/main.ts` starts it, but nobody is throttled or turned away. A figure is to show what the
 * commands cost, not how many messages a minute one member may send.
 */
import { createServer, openDatabase, parseConfig } from '../../server/index.ts';

const config = parseConfig(process.env);
const database = await openDatabase(config);
const server = await createServer({
  config,
  database,
  takeFromBucket: async () => 0,
  eventLoopDelayMaxMs: 0,
});
await server.app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
