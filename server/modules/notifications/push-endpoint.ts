import type { Agent } from 'node:https';
import { request as httpsRequest } from 'node:https';
import {
  bareHost,
  isPlausibleAddress,
  pickAddress,
  type ResolveHost,
  resolveHost,
  UnsafeAddress,
} from '../../outbound/public-address.ts';

/**
 * Where a browser's maker delivers pushes is told to us by a client (docs/decisions/0011, docs/threat-model.md T06): https at its own
 * port only, to a public address, which is looked up, judged and connected to as one and the same. There is no list of
 * makers: an unknown browser is notified as well, and what a list would add is done by judging the address at
 * the moment of sending, following no redirect and reading no answer.
 */
export type PushPorts = {
  resolve: ResolveHost;
  /** Opens the connection; the system's own when missing. */
  agent?: Agent;
};

export const systemPushPorts: PushPorts = { resolve: resolveHost };

/** By the clock, name and all, however busy the other side keeps the line (docs/threat-model.md T06). */
const ANSWER_WITHIN_MS = 10_000;

/** What can be told without asking anybody: used when a subscription is registered, too. */
export const isPlausibleEndpoint = (endpoint: string): boolean => {
  const url = URL.parse(endpoint);
  return url?.protocol === 'https:' && isPlausibleAddress(url);
};

export type PushMessage = { endpoint: string; headers: Record<string, string | number>; body: Uint8Array };

/**
 * Posts to a push service and answers its status. Redirects are not followed.
 * @throws UnsafeAddress; or what the network says
 */
export const postPush = async (
  ports: PushPorts,
  message: PushMessage,
  signal: AbortSignal,
): Promise<number> => {
  if (!isPlausibleEndpoint(message.endpoint)) throw new UnsafeAddress('Not an https address of the open net');
  const url = new URL(message.endpoint);
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const address = await pickAddress(url, ports.resolve, within);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: address,
        servername: bareHost(url),
        port: 443,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...message.headers, host: url.host },
        signal: within,
        ...(ports.agent ? { agent: ports.agent } : {}),
      },
      (response) => {
        // What a stranger's server says is not read; its status is enough.
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.once('error', reject);
    request.end(message.body);
  });
};
