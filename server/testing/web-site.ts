import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { PreviewPorts } from '../modules/previews/fetch-public.ts';

/** What the site was asked. */
export type Asked = { method: string; host: string; path: string; headers: IncomingMessage['headers'] };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** The address that every name of these sites stands for, unless a test says another. */
export const SITE_ADDRESS = '93.184.216.34';

/**
 * Sites on this machine. The server believes that it talks to a public address, over TLS where the link says so; the
 * agents, which are its ports, bring the bytes here. Their names and what each page answers are the test's.
 */
export const openWebSite = async () => {
  const pages = new Map<string, Answer>();
  const asked: Asked[] = [];
  const resolved: string[] = [];
  const connected: { host: unknown; port: unknown; servername: unknown }[] = [];
  const addresses = new Map<string, string[][]>();
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const host = headers.host ?? '';
    asked.push({ method, host, path, headers });
    const answer = pages.get(`${host}${path}`);
    if (answer) answer(response, request);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agents = { http: new http.Agent(), https: new https.Agent({ keepAlive: false }) };
  for (const agent of [agents.http, agents.https])
    agent.createConnection = (options: Record<string, unknown>) => {
      connected.push({ host: options['host'], port: options['port'], servername: options['servername'] });
      return connect(port, '127.0.0.1');
    };
  const ports: PreviewPorts = {
    resolve: async (hostname) => {
      resolved.push(hostname);
      const answers = addresses.get(hostname) ?? [];
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [SITE_ADDRESS];
    },
    agents,
  };
  return {
    ports,
    port,
    asked,
    resolved,
    connected,
    /** What a name stands for at each look-up; the last stays. */
    name: (hostname: string, ...answers: string[][]) => void addresses.set(hostname, answers),
    /** `where` is host and path, as `news.example/a`. */
    page: (where: string, html: string, headers: Record<string, string> = {}) =>
      void pages.set(where, (response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html),
      ),
    picture: (where: string, bytes: Uint8Array, type = 'image/png') =>
      void pages.set(where, (response) => response.writeHead(200, { 'content-type': type }).end(bytes)),
    redirect: (where: string, to: string, status = 302) =>
      void pages.set(where, (response) =>
        // As the bytes of other letters arrive in a header.
        response.writeHead(status, { location: Buffer.from(to).toString('latin1') }).end(),
      ),
    answer: (where: string, answer: Answer) => void pages.set(where, answer),
    close: () => {
      for (const agent of [agents.http, agents.https]) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
export type WebSite = Awaited<ReturnType<typeof openWebSite>>;
