import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { answerInstead, type Fault, pumpSlowly, readAll } from './faults.ts';

export type { Fault } from './faults.ts';

/** What a rule sees of a request. */
export interface ProxiedRequest {
  method: string;
  /** Path without the query. */
  path: string;
  isUpgrade: boolean;
}

export interface FaultRule {
  /** Only these requests; without it, all. */
  matches?: (request: ProxiedRequest) => boolean;
  /** How many requests it spoils before it is used up; without it, every one until `remove`. */
  times?: number;
}

export interface InjectedFault {
  /** How many requests it has spoiled. */
  hits(): number;
  remove(): void;
}

/** A bad network between a browser and the server: everything passes until a fault is injected. */
export interface FaultProxy {
  readonly origin: string;
  /** The newest fault that matches a request decides about it. */
  inject(fault: Fault, rule?: FaultRule): InjectedFault;
  /** No connection comes through, and those that are open break: a pulled cable with `navigator.onLine` still true. */
  setDown(isDown: boolean): void;
  /** Breaks the open web sockets; new ones may come. */
  cutSockets(): void;
  /** Every request that came, in order, as `POST /path`. */
  requests(): readonly string[];
  /** How many bytes of bodies came through at a slow rate (`slowRequest`): what the link carried. */
  slowBytes(): number;
  close(): Promise<void>;
}

interface FaultProxyOptions {
  /** The server behind: `http://host:port`. */
  target: string;
  port?: number;
  /** How slowness passes; tests of the proxy itself pass it without waiting. */
  wait?: (ms: number) => Promise<unknown>;
  /** Gets all that passes from the server: heads, bodies, which come uncompressed and whole then, and socket frames. */
  onBytes?: (bytes: Buffer) => void;
}

interface Rule extends FaultRule {
  fault: Fault;
  hits: number;
}

/** Starts a proxy on the loopback address. It understands HTTP/1.1 and web sockets and keeps `Host` and `Origin` as they are. */
export async function startFaultProxy({
  target,
  port = 0,
  wait = (ms) => delay(ms),
  onBytes,
}: FaultProxyOptions): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const upstream = { host: hostname, port: Number(targetPort) };
  const rules: Rule[] = [];
  const log: string[] = [];
  const connections = new Set<Socket>();
  const webSockets = new Set<Duplex>();
  let isDown = false;
  let slowBytes = 0;

  const faultFor = (incoming: IncomingMessage, isUpgrade: boolean): Fault | undefined => {
    const method = incoming.method ?? 'GET';
    const { pathname: path } = new URL(incoming.url ?? '/', target);
    log.push(`${method} ${path}`);
    const rule = rules.findLast(
      ({ hits, times = Number.POSITIVE_INFINITY, matches }) =>
        hits < times && (matches === undefined || matches({ method, path, isUpgrade })),
    );
    if (rule) rule.hits += 1;
    return rule?.fault;
  };

  const climb = async (incoming: IncomingMessage, outgoing: ClientRequest, bytesPerSecond: number) => {
    const count = (bytes: number): void => {
      slowBytes += bytes;
    };
    await pumpSlowly(incoming, outgoing, bytesPerSecond, wait, count).catch(() => undefined);
    // The server has to see that it broke off, and not wait for the rest.
    if (!incoming.complete) outgoing.destroy();
  };

  /** Sends the request on and resolves with the server's answer. */
  const forward = (incoming: IncomingMessage, body?: Buffer, bytesPerSecond?: number) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      if (onBytes) askPlainly(incoming);
      const outgoing = httpRequest({
        ...upstream,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, connection: 'close' },
        agent: false,
      });
      outgoing.once('response', resolve);
      outgoing.once('error', reject);
      if (body) outgoing.end(body);
      else if (bytesPerSecond !== undefined) void climb(incoming, outgoing, bytesPerSecond);
      else incoming.pipe(outgoing);
    });

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faultFor(incoming, false);
    if (fault && answerInstead(fault, incoming.socket, response)) return;
    if (fault?.kind === 'delay') await wait(fault.ms);
    if (fault?.kind === 'cutRequest') return cutRequest(incoming, fault.afterBytes);
    if (fault?.kind === 'duplicate') {
      const body = await readAll(incoming);
      (await forward(incoming, body)).resume();
      return relay(await forward(incoming, body), response);
    }
    // Text can only be added to what comes, and comes uncompressed.
    if (fault?.kind === 'append') askPlainly(incoming);
    const rate = fault?.kind === 'slowRequest' ? fault.bytesPerSecond : undefined;
    const answer = await forward(incoming, undefined, rate);
    if (fault?.kind === 'swallow') {
      await readAll(answer);
      incoming.socket.destroy();
    } else if (fault?.kind === 'cutAnswer') {
      const body = await readAll(answer);
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      response.write(body.subarray(0, fault.afterBytes), () => incoming.socket.destroy());
    } else if (fault?.kind === 'append') {
      const body = Buffer.concat([await readAll(answer), Buffer.from(fault.text)]);
      // What the server says of the length and the tag of the file it knows is not true of this one.
      const { 'transfer-encoding': _chunks, etag: _tag, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': String(body.length) });
      response.end(body);
    } else if (fault?.kind === 'throttle') {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      await pumpSlowly(answer, response, fault.bytesPerSecond, wait);
    } else {
      relay(answer, response);
    }
  };

  const relay = (answer: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    if (onBytes) {
      onBytes(Buffer.from(answer.rawHeaders.join(' ')));
      answer.on('data', onBytes);
    }
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  };

  /** The connection breaks while the body travels: the server sees an upload that never ends. */
  const cutRequest = (incoming: IncomingMessage, afterBytes: number): void => {
    const outgoing = httpRequest({
      ...upstream,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();
    let left = afterBytes;
    incoming.on('data', (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      outgoing.destroy();
      incoming.socket.destroy();
    });
    incoming.once('end', () => {
      outgoing.destroy();
      incoming.socket.destroy();
    });
  };

  const server = createServer((incoming, response) => {
    // What breaks between us and the server breaks between the browser and us: that is the proxy's trade.
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    if (isDown) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('upgrade', (incoming, socket, head) => {
    const fault = faultFor(incoming, true);
    if (fault && answerInstead(fault, socket)) return;
    const outgoing = connect(upstream, () => {
      outgoing.write(rawHead(incoming));
      outgoing.write(head);
      outgoing.pipe(socket);
      socket.pipe(outgoing);
      if (onBytes) outgoing.on('data', onBytes);
    });
    webSockets.add(socket);
    for (const [one, other] of [
      [socket, outgoing],
      [outgoing, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.once('close', () => other.destroy());
    }
    socket.once('close', () => webSockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');

  const breakAll = (sockets: Set<Duplex>): void => {
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    inject(fault, rule = {}) {
      const added: Rule = { ...rule, fault, hits: 0 };
      rules.push(added);
      return {
        hits: () => added.hits,
        remove: () => {
          const index = rules.indexOf(added);
          if (index >= 0) rules.splice(index, 1);
        },
      };
    },
    setDown(down) {
      isDown = down;
      if (down) breakAll(connections);
    },
    cutSockets: () => breakAll(webSockets),
    requests: () => log,
    slowBytes: () => slowBytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll(connections);
      }),
  };
}

/** The answer is to come, and to come as it can be read. */
function askPlainly({ headers }: IncomingMessage): void {
  for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
}

function rawHead({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
  return `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
