import { mergeMap, type Observable } from 'rxjs';
import { z } from '../../protocol/index.ts';
import type { Channel } from '../platform/ports.ts';

/** What tabs and worker of one member tell each other. Older and newer code may share the channel: unknown words are ignored. */
const tabMessage = z.discriminatedUnion('type', [
  /** The outbox has changed: count again. */
  z.object({ type: z.literal('outbox') }),
  /** There are more drafts or fewer: count them again. */
  z.object({ type: z.literal('drafts') }),
  /** A pull has ended. */
  z.object({ type: z.literal('synced'), at: z.number() }),
  /** A visible tab would like to hold the socket. */
  z.object({ type: z.literal('socket-wanted') }),
  /** A visible tab holds the socket, and this is how it goes. */
  z.object({ type: z.literal('socket-held'), isConnected: z.boolean() }),
]);
export type TabMessage = z.infer<typeof tabMessage>;

export type Tabs = {
  post(message: TabMessage): void;
  readonly messages: Observable<TabMessage>;
};

export const createTabs = (channel: Channel): Tabs => ({
  post: (message) => channel.post(message),
  messages: channel.messages.pipe(
    mergeMap((received) => {
      const parsed = tabMessage.safeParse(received);
      return parsed.success ? [parsed.data] : [];
    }),
  ),
});
