import type { Channel } from './ports.ts';

/** What one tab says to the others, and to the worker. */
export const createBrowserChannel = (name: string): Channel => {
  const channel = new BroadcastChannel(name);
  // Node would live for as long as somebody listens.
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  return {
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = (event: MessageEvent<unknown>): void => listener(event.data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
};
