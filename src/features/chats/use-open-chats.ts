import { useEffect, useState } from 'react';
import type { ChatItem } from '../../../protocol/index.ts';
import { useEngineStatus, useServices } from '../../session/services.tsx';

export type OpenChats =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly chats: readonly ChatItem[] }
  | { readonly kind: 'unreachable' };

const TYPING_MS = 300;

/** PUBLIC chats by name, from the server: this device holds only those it is in. Asked again when the network is back. */
export function useOpenChats(search: string): OpenChats {
  const { api, session } = useServices();
  const { connection } = useEngineStatus();
  const [found, setFound] = useState<OpenChats>({ kind: 'looking' });
  const isOffline = connection === 'offline';
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setFound({ kind: 'unreachable' });
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void api.openChats(token, search).then((answer) => {
        if (isCurrent)
          setFound(answer.kind === 'done' ? { kind: 'found', chats: answer.data } : { kind: 'unreachable' });
      });
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, isOffline, search, session]);
  return found;
}
