import { defer, fromEvent, map, NEVER } from 'rxjs';
import type { Channel } from './ports.ts';

const open = (name: string): BroadcastChannel => {
  const channel = new BroadcastChannel(name);
  // Node would live for as long as somebody listens.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  return channel;
};

/**
 * What one tab says to the others, and to the worker. Opened when somebody first speaks or listens: an app that starts has
 * something to show before it has anything to say. Once it is closed, nothing is said any more.
 */
export const createBrowserChannel = (name: string): Channel => {
  let channel: BroadcastChannel | null = null;
  let isClosed = false;
  const opened = (): BroadcastChannel | null => {
    if (channel === null && !isClosed) channel = open(name);
    return channel;
  };
  return {
    post: (message) => opened()?.postMessage(message),
    messages: defer(() => {
      const target = opened();
      return target === null ? NEVER : fromEvent<MessageEvent<unknown>>(target, 'message');
    }).pipe(map(({ data }) => data)),
    close() {
      isClosed = true;
      channel?.close();
      channel = null;
    },
  };
};
