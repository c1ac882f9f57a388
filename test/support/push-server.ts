import { Agent } from 'node:https';
import { connect } from 'node:net';
import { parseConfig } from '../../server/config.ts';
import { createServer } from '../../server/create-server.ts';
import { openDatabase } from '../../server/db/open-database.ts';

/**
 * The server as `server/main.ts` starts it, but for one port of its push sender: the push service is the one of the test
 * (server/testing/push-service.ts), which listens on this machine at PUSH_SERVICE_PORT. With WITHOUT_LIMITS one member may
 * do in a minute what a town does in a week.
 */
const servicePort = Number(process.env['PUSH_SERVICE_PORT']);
const agent = new Agent({ keepAlive: false });
agent.createConnection = () => connect(servicePort, '127.0.0.1');

const config = parseConfig(process.env);
const server = await createServer({
  config,
  database: await openDatabase(config),
  ...(process.env['WITHOUT_LIMITS'] === undefined ? {} : { takeFromBucket: async () => 0 }),
  pushPorts: { resolve: async () => ['93.184.216.34'], agent },
});
await server.app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
