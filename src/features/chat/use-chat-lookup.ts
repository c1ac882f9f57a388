import { useEffect, useState } from 'react';
import type { ChatItem } from '../../../protocol/index.ts';
import { useEngineStatus, useServices } from '../../session/services.tsx';

export type ChatLookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'found'; readonly chat: ChatItem };

/** What was found stays to be looked at, and to be joined or written to, when there is no answer later. */
const withoutAnswer = (before: ChatLookup): ChatLookup =>
  before.kind === 'found' ? before : { kind: 'unreachable' };

/** What a code stands for that this device does not know; asked again when the network is back. */
export const useChatLookup = (uniqueCode: string): ChatLookup => {
  const { api, session } = useServices();
  const { connection } = useEngineStatus();
  const [lookup, setLookup] = useState<ChatLookup>({ kind: 'looking' });
  const isOffline = connection === 'offline';
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setLookup(withoutAnswer);
      return;
    }
    let isCurrent = true;
    void api.chatByCode(token, uniqueCode).then((answer) => {
      if (!isCurrent) return;
      if (answer.kind === 'done') setLookup({ kind: 'found', chat: answer.data });
      else if (answer.kind === 'refused') setLookup({ kind: 'unknown' });
      else setLookup(withoutAnswer);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, isOffline, session, uniqueCode]);
  return lookup;
};
