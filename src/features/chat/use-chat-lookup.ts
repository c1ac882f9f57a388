import { useEffect, useRef, useState } from 'react';
import { type ChatItem, chatItem, type ErrorKind, type ProtocolError } from '../../../protocol/index.ts';
import { useKeptAnswer } from '../../queries/kept-answer.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';

export type ChatLookup =
  | { readonly kind: 'looking' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  /** The server has not looked: too many look-ups, or a fault of its own. Asked again by itself. */
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  /** A group that I am in: the next pull brings it, and its screen opens. */
  | { readonly kind: 'coming' }
  | { readonly kind: 'found'; readonly chat: ChatItem };

/** It may have been left from here a moment ago: then no pull brings it. */
const LOOK_AGAIN_MS = 2_000;
const ASK_AGAIN_MS = 10_000;
/** The code stands for nothing, or for nothing that this member may know of. */
const UNKNOWN: ReadonlySet<ErrorKind> = new Set(['not_found', 'validation', 'forbidden']);

/** On a full disk: it is asked again the next time. */
const later = (): void => undefined;

/** What came of asking. `chat`: where the row could not be kept, as on a full disk. */
type Asked =
  | Exclude<ChatLookup, { kind: 'found' }>
  | { readonly kind: 'done'; readonly chat: ChatItem | null };

/** What was found stays to be looked at, and to be joined or written to, when there is no answer later. */
const orDone =
  (next: Asked) =>
  (before: Asked): Asked =>
    before.kind === 'done' ? before : next;

/** What a code stands for that is in no table, as this device has kept what the server says; asked again when the network is back. */
export const useChatLookup = (uniqueCode: string): ChatLookup => {
  const { api, session } = useServices();
  const engine = useEngine();
  const question = `chat ${uniqueCode}`;
  const kept = useKeptAnswer(question, chatItem);
  const { connection } = useEngineStatus();
  const [lookup, setLookup] = useState<Asked>({ kind: 'looking' });
  const isOffline = connection === 'offline';
  const asked = useRef<string>(null);
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setLookup(orDone({ kind: 'unreachable' }));
      return;
    }
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // Asked again by itself: after a while, and when the network is back.
      const report = { isQuiet: asked.current === uniqueCode };
      asked.current = uniqueCode;
      const answer = await api.chatByCode(token, uniqueCode, report);
      if (!isCurrent) return;
      if (answer.kind === 'refused') {
        const { error } = answer;
        if (UNKNOWN.has(error.kind)) {
          engine.keepAnswer(question, null).catch(later);
          return setLookup({ kind: 'unknown' });
        }
        setLookup(orDone({ kind: 'refused', error }));
        timer = setTimeout(() => void look(), error.retryAfterMs ?? ASK_AGAIN_MS);
        return;
      }
      if (answer.kind !== 'done') return setLookup(orDone({ kind: 'unreachable' }));
      const chat = answer.data;
      if (chat.type !== 'PRIVATE' && chat.membership !== null) {
        setLookup({ kind: 'coming' });
        timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
        return;
      }
      const unkept = await engine.keepAnswer(question, chat).then(
        () => null,
        () => chat,
      );
      if (isCurrent) setLookup({ kind: 'done', chat: unkept });
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, engine, isOffline, question, session, uniqueCode]);
  if (lookup.kind === 'unknown' || lookup.kind === 'coming') return lookup;
  const chat = lookup.kind === 'done' ? (lookup.chat ?? kept) : kept;
  if (chat) return { kind: 'found', chat };
  // Kept a moment ago.
  return lookup.kind === 'done' ? { kind: 'looking' } : lookup;
};
