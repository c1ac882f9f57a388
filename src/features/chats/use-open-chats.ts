import { useEffect, useRef, useState } from 'react';
import { type ChatItem, chatItem, type ProtocolError, z } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

export type OpenChats =
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly chats: readonly ChatItem[] }
  | { readonly kind: 'unreachable' }
  /** The server has not looked: too many look-ups, or a fault of its own. Asked again by itself. */
  | { readonly kind: 'refused'; readonly error: ProtocolError };

const TYPING_MS = 300;
const ASK_AGAIN_MS = 10_000;
/** The first ones by name. */
const QUESTION = 'public chats';
const chatItems = z.array(chatItem);
/** Of searches the last one alone is kept: somebody who types asks many. */
const SEARCHED = 'public chats searched';
const searched = z.object({ search: z.string(), chats: chatItems });

/** What came of asking. `chats`: where they could not be kept, as on a full disk. */
type Asked = { readonly search: string } & (
  | Exclude<OpenChats, { kind: 'found' }>
  | { readonly kind: 'done'; readonly chats: readonly ChatItem[] | null }
);

/** PUBLIC chats by name, as this device has kept what the server says. Asked again when the network is back. */
export function useOpenChats(search: string): OpenChats {
  const { api, session } = useServices();
  const engine = useEngine();
  const { connection } = useEngineStatus();
  const [asked, setAsked] = useState<Asked>({ kind: 'looking', search });
  const first = useKeptAnswer(QUESTION, chatItems);
  const last = useKeptAnswer(SEARCHED, searched);
  const isOffline = connection === 'offline';
  const reported = useRef<string>(null);
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setAsked({ kind: 'unreachable', search });
      return;
    }
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // Asked again by itself: after a while, and when the network is back.
      const report = { isQuiet: reported.current === search };
      reported.current = search;
      const answer = await api.openChats(token, search, report);
      if (!isCurrent) return;
      if (answer.kind === 'refused') {
        setAsked({ kind: 'refused', error: answer.error, search });
        timer = setTimeout(() => void look(), answer.error.retryAfterMs ?? ASK_AGAIN_MS);
        return;
      }
      if (answer.kind === 'unreachable') return setAsked({ kind: 'unreachable', search });
      const chats = answer.data;
      const kept =
        search === '' ? engine.keepAnswer(QUESTION, chats) : engine.keepAnswer(SEARCHED, { search, chats });
      const unkept = await kept.then(
        () => null,
        () => chats,
      );
      if (isCurrent) setAsked({ kind: 'done', chats: unkept, search });
    };
    timer = setTimeout(() => void look(), TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, engine, isOffline, search, session]);

  const now = asked.search === search ? asked : { kind: 'looking' as const };
  if (now.kind === 'done' && now.chats !== null) return { kind: 'found', chats: now.chats };
  const chats = search === '' ? first : last?.search === search ? last.chats : null;
  if (chats) return { kind: 'found', chats };
  if (now.kind === 'done' || now.kind === 'looking') return { kind: 'looking' };
  // Not asked for by these words: those that are on this device are better than none.
  const wanted = search.toLocaleLowerCase();
  const among = (first ?? []).filter(({ name }) => (name ?? '').toLocaleLowerCase().includes(wanted));
  return among.length > 0 ? { kind: 'found', chats: among } : now;
}
