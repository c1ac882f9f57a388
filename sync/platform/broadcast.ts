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
    subscribe(listener) {
      const onMessage = (event: MessageEvent<unknown>): void => listener(event.data);
      const heard = opened();
      heard?.addEventListener('message', onMessage);
      return () => heard?.removeEventListener('message', onMessage);
    },
    close() {
      isClosed = true;
      channel?.close();
      channel = null;
    },
  };
};
