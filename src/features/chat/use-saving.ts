import { useCallback, useEffect, useMemo, useState } from 'react';
import type { MutationArgs } from '../../../protocol/index.ts';
import { type LocalMessage, writtenMessage } from '../../../sync/index.ts';
import { forgetUnstored, keepUnstored } from '../../app/unstored-sends.ts';
import type { MessagesWindow } from '../../queries/messages.ts';
import { useEngine } from '../../session/services.tsx';

export type Saving = {
  /** Drawn, marked as not yet on the device, in the order in which they were written. */
  readonly messages: readonly LocalMessage[];
  /** `isDrawn`: it shows nothing that has to be looked up first. */
  readonly begin: (args: MutationArgs<'sendMessage'>, isDrawn: boolean) => void;
  /** It is on the disk. */
  readonly stored: (id: string) => void;
  /** It could not be stored. */
  readonly drop: (id: string) => void;
};

/**
 * What was written a moment ago and is on its way to the device's disk. It is drawn in the frame of the key press, under
 * a mark that says so; the table's own row takes its place as soon as it is durable. A page that is left before that
 * keeps the words where the next one finds them.
 */
export function useSaving(shown: MessagesWindow | undefined): Saving {
  const { userId } = useEngine();
  const [messages, setMessages] = useState<readonly LocalMessage[]>([]);
  const [unstored] = useState(() => new Map<string, MutationArgs<'sendMessage'>>());
  const isStored = ({ id }: LocalMessage) => shown?.messages.some((one) => one.id === id) ?? false;
  // While drawing, so that no frame shows both.
  if (messages.some(isStored)) setMessages(messages.filter((one) => !isStored(one)));

  useEffect(() => {
    const keep = () => {
      if (unstored.size > 0) keepUnstored(localStorage, userId, [...unstored.values()]);
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [unstored, userId]);

  const begin = useCallback(
    (args: MutationArgs<'sendMessage'>, isDrawn: boolean) => {
      unstored.set(args.id, args);
      if (isDrawn) setMessages((all) => [...all, writtenMessage({ args, seq: 0 }, userId)]);
    },
    [unstored, userId],
  );
  const stored = useCallback(
    (id: string) => {
      if (unstored.delete(id) && unstored.size === 0) forgetUnstored(localStorage);
    },
    [unstored],
  );
  const drop = useCallback(
    (id: string) => {
      stored(id);
      setMessages((all) => all.filter((one) => one.id !== id));
    },
    [stored],
  );
  return useMemo(() => ({ messages, begin, stored, drop }), [messages, begin, stored, drop]);
}
