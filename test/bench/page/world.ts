/** What the engine meets in the comparisons: answers of a real server, recorded once and played back without a network. */

import { Dexie, type Table } from 'dexie';
import { Subject } from 'rxjs';
import {
  type Engine,
  type Http,
  type HttpAnswer,
  type LocalMessage,
  type LocalTables,
  openEngine,
  type Ports,
  type SocketHandlers,
} from '../../../sync/index.ts';

/** The answers to each request, in order, as the texts that crossed the wire. */
export type Recording = Map<string, string[]>;

const keyOf = ({ method, path }: Parameters<Http['send']>[0]): string => `${method} ${path}`;

export const overNetwork = (latencyMs: number, onAnswer: (path: string) => void = () => undefined): Http => ({
  async send({ method, path, headers, body, signal }) {
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    const response = await fetch(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await response.json();
    onAnswer(path);
    return { status: response.status, json, retryAfterMs: undefined };
  },
});

export const recording = (into: Recording): Http => {
  const network = overNetwork(0);
  return {
    async send(request) {
      const answer = await network.send(request);
      const known = into.get(keyOf(request));
      const text = JSON.stringify(answer.json);
      if (known) known.push(text);
      else into.set(keyOf(request), [text]);
      return answer;
    },
  };
};

/** The same answers in the same order; the last one again for all further requests. */
export const playing = (recorded: Recording): Http => {
  const counts = new Map<string, number>();
  return {
    async send(request): Promise<HttpAnswer> {
      const key = keyOf(request);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const texts = recorded.get(key) ?? [];
      const text = texts[Math.min(count, texts.length - 1)];
      if (text === undefined) throw new Error(`Nothing was recorded for ${key}`);
      return { status: 200, json: JSON.parse(text), retryAfterMs: undefined };
    },
  };
};

export const nowhere: Http = { send: () => Promise.reject(new Error('No network')) };

/** The device's word about the network, in our hand. */
export const switchable = (isOn: boolean) => {
  const changes = new Subject<void>();
  return {
    port: {
      isOnline: () => isOn,
      changes,
    },
    turn(on: boolean) {
      isOn = on;
      changes.next();
    },
  };
};

/** A socket whose server is this page. */
export const ownSocket = () => {
  let handlers: SocketHandlers | undefined;
  return {
    port: {
      open(_auth: unknown, given: SocketHandlers) {
        handlers = given;
        return { emit: () => undefined, hurry: () => undefined, close: () => undefined };
      },
    },
    tell: (event: string, payload: unknown) => handlers?.onEvent(event, payload),
  };
};

export interface Who {
  userId: string;
  token: string;
}

let opened = 0;

/** Opens an engine on a database of the bench. */
export const openOn = (who: Who, databaseName: string, ports: Partial<Ports>): Promise<Engine> => {
  opened += 1;
  return openEngine({
    userId: who.userId,
    baseUrl: location.origin,
    token: () => who.token,
    databaseName,
    deviceDatabaseName: `${databaseName}-device`,
    ports: { socket: ownSocket().port, ...ports },
  });
};

export const freshName = (): string => `bench-${Date.now()}-${opened}-${Math.random()}`;

export const drop = async (name: string): Promise<void> => {
  await Dexie.delete(name);
  await Dexie.delete(`${name}-device`);
};

/** Dexie alone, with the same store of messages and the same promise about the disk. */
export class Raw extends Dexie {
  declare readonly messages: Table<LocalMessage, string>;
  declare readonly rows: Table<{ table: string; id: string }, [string, string]>;

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ messages: 'id, [chatId+order]', rows: '[table+id]' });
  }
}

/** The newest fifty of a chat: what a screen asks for first. */
export const latest = (
  { messages }: Pick<LocalTables, 'messages'>,
  chatId: string,
): PromiseLike<LocalMessage[]> =>
  messages
    .where('[chatId+order]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .reverse()
    .limit(50)
    .toArray();

/** The same of Dexie alone. */
export const rawLatest = (messages: Table<LocalMessage, string>, chatId: string): Promise<LocalMessage[]> =>
  messages
    .where('[chatId+order]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .reverse()
    .limit(50)
    .toArray();
