import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { parseConfig } from '../../server/config.ts';
import { createServer } from '../../server/create-server.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { SITE_ADDRESS } from '../../server/testing/web-site.ts';

/**
 * The server as `server/main.ts` starts it, but for the ports of its previews of links: every site is the one of the test
 * (server/testing/web-site.ts), which listens on this machine at WEB_SITE_PORT.
 */
const sitePort = Number(process.env['WEB_SITE_PORT']);
const agents = { http: new http.Agent(), https: new https.Agent({ keepAlive: false }) };
for (const agent of [agents.http, agents.https])
  agent.createConnection = () => connect(sitePort, '127.0.0.1');

const config = parseConfig(process.env);
const server = await createServer({
  config,
  database: await openDatabase(config),
  previewPorts: { resolve: async () => [SITE_ADDRESS], agents },
});
await server.app.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => {
  void server.close().then(() => process.exit(0));
});
