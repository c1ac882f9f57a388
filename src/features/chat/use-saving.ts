import { useCallback, useMemo, useState } from 'react';
import type { MutationArgs } from '../../../protocol/index.ts';
import { type LocalMessage, writtenMessage } from '../../../sync/index.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';

export type Saving = {
  /** Drawn, marked as not yet on the device, in the order in which they were written. */
  readonly messages: readonly LocalMessage[];
  readonly begin: (args: MutationArgs<'sendMessage'>) => void;
  /** It could not be stored. */
  readonly drop: (id: string) => void;
};

/**
 * What was sent a moment ago, drawn in the frame of the key press: the table's own row, which takes its place, is painted
 * 200 ms later on a slow phone. Nothing depends on this state; the outbox has recorded the message by itself.
 */
export function useSaving(shown: MessagesWindow | undefined): Saving {
  const { userId } = useEngine();
  const [messages, setMessages] = useState<readonly LocalMessage[]>([]);
  const isStored = ({ id }: LocalMessage) => shown?.messages.some((one) => one.id === id) ?? false;
  // While drawing, so that no frame shows both.
  if (messages.some(isStored)) setMessages(messages.filter((one) => !isStored(one)));
  const begin = useCallback(
    (args: MutationArgs<'sendMessage'>) =>
      setMessages((all) => [...all, writtenMessage({ args, seq: 0 }, userId)]),
    [userId],
  );
  const drop = useCallback((id: string) => setMessages((all) => all.filter((one) => one.id !== id)), []);
  return useMemo(() => ({ messages, begin, drop }), [messages, begin, drop]);
}
