import { useEffect, useRef, useState } from 'react';
import { type ChatItem, chatItem, z } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

export type OpenChats =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly chats: readonly ChatItem[] }
  | { readonly kind: 'unreachable' };

const TYPING_MS = 300;
/** The first ones by name are kept, for when there is no network. */
const QUESTION = 'public chats';
const chatItems = z.array(chatItem);

/** On a full disk: they are asked for again the next time. */
const later = (): void => undefined;

/** PUBLIC chats by name, from the server; without it those of the last look. Asked again when the network is back. */
export function useOpenChats(search: string): OpenChats {
  const { api, session } = useServices();
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const [found, setFound] = useState<OpenChats>({ kind: 'looking' });
  const kept = useKeptAnswer(QUESTION, chatItems);
  const isOffline = connection === 'offline';
  const asked = useRef<string>(null);
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setFound({ kind: 'unreachable' });
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      // Asked again when the network is back.
      const report = { isQuiet: asked.current === search };
      asked.current = search;
      void api.openChats(token, search, report).then((answer) => {
        if (!isCurrent) return;
        setFound(answer.kind === 'done' ? { kind: 'found', chats: answer.data } : { kind: 'unreachable' });
        if (answer.kind === 'done' && search === '') engine.keepAnswer(QUESTION, answer.data).catch(later);
      });
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, engine, isOffline, search, session]);
  if (found.kind === 'found' || !kept) return found;
  const wanted = search.toLocaleLowerCase();
  const chats = kept.filter(({ name }) => (name ?? '').toLocaleLowerCase().includes(wanted));
  return found.kind === 'looking' && search !== '' ? found : { kind: 'found', chats };
}
