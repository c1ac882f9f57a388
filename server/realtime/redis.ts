import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import type { Log } from './context.ts';

/** How long an event waits for Redis before it is delivered on this node alone; the heads repair the rest. */
const COMMAND_TIMEOUT_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;
/** A Redis that hangs keeps its connections: only an answer tells that it is there. */
const ASK_EVERY_MS = 2_000;

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, RECONNECT_MAX_MS);

/**
 * The adapter waits neither for its subscriptions nor for what it publishes in passing (typing, questions to other nodes):
 * one that fails while Redis is away would be an unhandled rejection, and would end the process. A caller that awaits it still gets the error.
 */
class QuietRedis extends Redis {
  override sendCommand(...parameters: Parameters<Redis['sendCommand']>): unknown {
    const sent = super.sendCommand(...parameters);
    Promise.resolve(sent).catch(() => undefined);
    return sent;
  }
}

/**
 * Readers wait out an outage: they queue while Redis is away, without a limit of tries, because the adapter asks again at
 * once after an error, and an error that comes at once would make that a loop without end.
 */
class ReaderRedis extends QuietRedis {
  constructor(url: string) {
    super(url, { retryStrategy, maxRetriesPerRequest: null });
  }
}

/** The writer does not wait: what it cannot say now is old news when Redis is back. */
class WriterRedis extends QuietRedis {
  readonly #url: string;
  constructor(url: string) {
    super(url, {
      retryStrategy,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.#url = url;
  }
  /** The adapter makes its readers from the writer. */
  override duplicate(): Redis {
    return new ReaderRedis(this.#url);
  }
}

export type RedisFanOut = {
  adapter: ReturnType<typeof createAdapter>;
  /** Whether events stay on this node. */
  isDown: () => boolean;
  close: () => void;
};

/**
 * Carries events between the nodes of a cluster. An outage of Redis stops no commit and no node: events then reach the
 * sockets of their own node, and the others find out by heads.
 * @param onChange is told when Redis goes away or hangs, and when it answers again
 */
export const openRedisFanOut = (url: string, log: Log, onChange: (isDown: boolean) => void): RedisFanOut => {
  const writer = new WriterRedis(url);
  let isDown = false;
  const away = (error: unknown): void => {
    if (isDown) return;
    log.error({ err: error }, 'Redis does not answer: events stay on their node until it is back');
    isDown = true;
    onChange(isDown);
  };
  const back = (): void => {
    if (!isDown) return;
    log.info({}, 'Redis is back');
    isDown = false;
    onChange(isDown);
  };
  writer.on('error', away);
  writer.on('ready', back);
  // Before the first connection there is nothing to ask; while there is none, `error` and `ready` tell.
  const ask = setInterval(() => {
    if (writer.status === 'ready') writer.ping().then(back, away);
  }, ASK_EVERY_MS);
  ask.unref();
  return {
    adapter: createAdapter(writer, { streamName: 'tambay', channelPrefix: 'tambay', onlyPlaintext: true }),
    isDown: () => isDown,
    close: () => {
      clearInterval(ask);
      writer.disconnect();
    },
  };
};
