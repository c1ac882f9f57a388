import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  ProtocolError,
  StrangerEnd,
  StrangerSettings,
  StrangersStatus,
} from '../../../protocol/index.ts';
import { pendingLeavesOf } from '../../session/pending-leaves.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { useStrangerNews } from '../../session/use-live.ts';
import { useAccountCall } from '../profile/use-account-call.ts';
import { leaveUntilAcknowledged } from './leave-until-acknowledged.ts';

/** Said again this often while one waits; the server forgets who falls silent. */
const AGAIN_MS = 4_000;
/** After this the screen says the truth: no other member is waiting (docs/decisions/0013). */
const TIMEOUT_MS = 60_000;

/** `tired`: a minute has passed. `unreached`: the same, and the server did not answer. `full`: ten people in an hour, until then. */
export type Search =
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'unreached' }
  | { kind: 'tired' }
  | { kind: 'full'; until: Date };

/** Where the member stands, and the wait for somebody. Nothing of it is kept on the device. */
export function useStrangers() {
  const { t } = useTranslation();
  const { call } = useAccountCall();
  const { api, session, toaster, reportFailure } = useServices();
  const { userId } = useEngine();
  const isOnline = useEngineStatus().connection !== 'offline';
  const news = useStrangerNews();
  const [status, setStatus] = useState<StrangersStatus | null>(null);
  /** Why the server has not said where the member stands; `null` in it: it did not answer. */
  const [failure, setFailure] = useState<{ error: ProtocolError | null } | null>(null);
  /** The last question of the search had no answer. */
  const [isUnanswered, setIsUnanswered] = useState(false);
  const wasAnswered = useRef(true);
  const [search, setSearch] = useState<Search>({ kind: 'none' });
  const [chatId, setChatId] = useState<string | null>(null);
  /** Chats one has gone from, whether or not the server has acknowledged it yet. */
  const [unacknowledged] = useState(
    () => new Set(pendingLeavesOf(localStorage, userId).map((leave) => leave.chatId)),
  );
  const left = useRef(unacknowledged);
  const [isLeaving, setIsLeaving] = useState(false);

  const isAsked = useRef(false);
  const reload = useCallback(async (): Promise<void> => {
    // Asked again after each event.
    const report = { isQuiet: isAsked.current };
    isAsked.current = true;
    const answer = await call((calls, token) => calls.strangers(token, report), {
      showsOffline: true,
      onFailed: (error) => setFailure({ error }),
    });
    if (!answer) return;
    setFailure(null);
    setStatus(answer.data);
    // A chat that has just ended stays on the screen until its reader closes it.
    const { chatId: current } = answer.data;
    setChatId((shown) => shown ?? (current !== null && left.current.has(current) ? null : current));
  }, [call]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when there is news, or the network is back.
  useEffect(() => {
    if (isOnline) void reload();
  }, [reload, isOnline, news]);

  const ask = useCallback(async (): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    const answer = await api.waitForStranger(token);
    wasAnswered.current = answer.kind !== 'unreachable';
    setIsUnanswered(!wasAnswered.current);
    if (answer.kind === 'done' && answer.data.chatId !== null && !left.current.has(answer.data.chatId)) {
      setChatId(answer.data.chatId);
      setSearch({ kind: 'none' });
    } else if (answer.kind === 'refused' && answer.error.kind === 'rate_limited')
      setSearch({ kind: 'full', until: new Date(Date.now() + (answer.error.retryAfterMs ?? 0)) });
    else if (answer.kind === 'refused') {
      setSearch({ kind: 'none' });
      if (answer.error.kind !== 'session_dead') reportFailure(answer.error.detail);
      await reload();
    }
  }, [api, reload, reportFailure, session]);

  // Until the server has the last leave, it would lead back to that chat.
  const isWaiting = search.kind === 'waiting' && chatId === null && !isLeaving;
  const leave = useCallback(async (): Promise<void> => {
    const token = session.token();
    if (token !== null) await api.leaveStrangers(token);
  }, [api, session]);
  useEffect(() => {
    if (!isWaiting) return;
    void ask();
    const again = setInterval(() => void ask(), AGAIN_MS);
    const tired = setTimeout(() => {
      setSearch({ kind: wasAnswered.current ? 'tired' : 'unreached' });
      void leave();
    }, TIMEOUT_MS);
    return () => {
      clearInterval(again);
      clearTimeout(tired);
    };
  }, [isWaiting, ask, leave]);
  // Leaving the screen ends the wait: a match would find the member gone.
  useEffect(() => () => void leave(), [leave]);

  /** Away from a chat that is over, and on to the next one or not. */
  const close = useCallback(
    (isNext: boolean): void => {
      setChatId(null);
      setSearch(isNext ? { kind: 'waiting' } : { kind: 'none' });
      void reload();
    },
    [reload],
  );

  return {
    status,
    isOnline,
    failure,
    isUnanswered,
    search,
    chatId,
    reload,
    start: () => setSearch({ kind: 'waiting' }),
    stop: () => {
      setSearch({ kind: 'none' });
      void leave();
    },
    close,
    /** Gone at once from what one sees, and as soon as there is a network from the other, too. */
    leaveChat: (from: string, how: StrangerEnd) => {
      left.current.add(from);
      setIsLeaving(true);
      const leave = { userId, chatId: from, how };
      void leaveUntilAcknowledged({ api, session }, localStorage, leave).then(async (isAcknowledged) => {
        setIsLeaving(false);
        if (how === 'block' && isAcknowledged)
          toaster.show({ message: t('strangers.blocked'), variant: 'success' });
        else if (how === 'block' && session.token() !== null) reportFailure(null);
        await reload();
      });
      close(how === 'next');
    },
    save: async (settings: StrangerSettings): Promise<boolean> => {
      const answer = await call((calls, token) => calls.setStrangers(token, settings));
      if (answer) setStatus(answer.data);
      return answer !== null;
    },
    tell: async (): Promise<boolean> => {
      const answer = await call((calls, token) => calls.tellOfStrangers(token, true));
      if (answer) setStatus((now) => now && { ...now, willBeTold: answer.data.willBeTold });
      return answer !== null;
    },
  };
}

export type Strangers = ReturnType<typeof useStrangers>;
