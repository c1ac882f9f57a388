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

const toLookup = (chat: ChatItem): ChatLookup =>
  chat.type !== 'PRIVATE' && chat.membership !== null ? { kind: 'coming' } : { kind: 'found', chat };

/** What was found stays to be looked at, and to be joined or written to, when there is no answer later. */
const withoutAnswer = (before: ChatLookup): ChatLookup =>
  before.kind === 'found' ? before : { kind: 'unreachable' };

/** What a code stands for that this device does not know; asked again when the network is back. */
export const useChatLookup = (uniqueCode: string): ChatLookup => {
  const { api, session } = useServices();
  const engine = useEngine();
  const question = `chat ${uniqueCode}`;
  const kept = useKeptAnswer(question, chatItem);
  const { connection } = useEngineStatus();
  const [lookup, setLookup] = useState<ChatLookup>({ kind: 'looking' });
  const isOffline = connection === 'offline';
  const asked = useRef<string>(null);
  useEffect(() => {
    const token = session.token();
    if (token === null || isOffline) {
      setLookup(withoutAnswer);
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
        setLookup((before) => (before.kind === 'found' ? before : { kind: 'refused', error }));
        timer = setTimeout(() => void look(), error.retryAfterMs ?? ASK_AGAIN_MS);
        return;
      }
      if (answer.kind !== 'done') return setLookup(withoutAnswer);
      const lookup = toLookup(answer.data);
      if (lookup.kind === 'found') engine.keepAnswer(question, answer.data).catch(later);
      setLookup(lookup);
      if (lookup.kind === 'coming') timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, engine, isOffline, question, session, uniqueCode]);
  // What was found the last time, until the server has answered.
  const isUnanswered = lookup.kind === 'unreachable' || lookup.kind === 'looking';
  return isUnanswered && kept ? { kind: 'found', chat: kept } : lookup;
};
