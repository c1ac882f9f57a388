import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { type PushPayload, pushPayload, z } from '../../protocol/index.ts';
import type { PushPorts } from '../modules/notifications/push-endpoint.ts';

/** What arrived at the push service, opened as the browser would. */
export type Arrived = {
  path: string;
  headers: IncomingMessage['headers'];
  payload: PushPayload;
  bytes: number;
};

/** A browser's subscription: its keys, and how it opens what comes. */
export const createSubscriber = () => {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { auth: auth.toString('base64url'), p256dh: publicKey.toString('base64url') },
    /** RFC 8291 §3.4 over RFC 8188 with one record. */
    open: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
      const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
};
export type Subscriber = ReturnType<typeof createSubscriber>;

/** The claims of a VAPID header (RFC 8292), if its signature is that of the key it names. */
export const vapidClaims = (authorization: string | undefined) => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verifySignature(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const parsed = z
    .object({ aud: z.string(), sub: z.string(), exp: z.number() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return { ...parsed, key, isSigned };
};

/**
 * A push service on this machine. The server believes that it talks TLS to a public address; the agent, which is one of
 * its ports, brings the bytes here.
 */
export const openPushService = async () => {
  const subscribers = new Map<string, Subscriber>();
  const arrived: Arrived[] = [];
  const statuses: number[] = [];
  const troubles = new Map<string, 'refuses' | 'hangs'>();
  const unanswered = { now: 0, givenUp: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      if (troubles.get(path) === 'hangs') {
        unanswered.now += 1;
        response.once('close', () => {
          unanswered.now -= 1;
          unanswered.givenUp += 1;
        });
        return;
      }
      const status = troubles.has(path) ? 503 : (statuses.shift() ?? 201);
      const subscriber = subscribers.get(path);
      if (status < 300 && subscriber) {
        const body = Buffer.concat(chunks);
        const payload = pushPayload.parse(subscriber.open(body));
        arrived.push({ path, headers: request.headers, payload, bytes: body.length });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect(port, '127.0.0.1');
  const resolved: string[] = [];
  const ports: PushPorts = {
    resolve: async (hostname) => {
      resolved.push(hostname);
      return hostname === 'inside.example' ? ['93.184.216.34', '10.0.0.7'] : ['93.184.216.34'];
    },
    agent,
  };
  return {
    ports,
    /** For a server in a process of its own, which brings an agent of its own. */
    port,
    arrived,
    resolved,
    /** What it answers to the next pushes instead of 201. */
    answer: (...next: number[]) => statuses.push(...next),
    /** What it answers from now on to requests to this path: 503, or no answer at all. */
    trouble: (path: string, how: 'refuses' | 'hangs') => troubles.set(path, how),
    /** Those who wait for an answer that does not come, and those who no longer do. */
    unanswered,
    subscribe: (host = 'push.example') => {
      const subscriber = createSubscriber();
      const path = `/send/${randomBytes(8).toString('hex')}`;
      subscribers.set(path, subscriber);
      return { endpoint: `https://${host}${path}`, expirationTime: null, keys: subscriber.keys, path };
    },
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
