import { useCallback, useEffect, useState } from 'react';
import type { StrangerSettings, StrangersStanding } from '../../../protocol/index.ts';
import { useEngineStatus, useServices } from '../../session/services.tsx';
import { useStrangerNews } from '../../session/use-live.ts';
import { useAccountCall } from '../profile/use-account-call.ts';

/** Said again this often while one waits; the server forgets who falls silent. */
const AGAIN_MS = 4_000;
/** After this the screen says the truth: nobody is there (decisions.md §12). */
const PATIENCE_MS = 60_000;

/** `tired`: a minute has passed. `full`: ten people in an hour, until then. */
export type Search =
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'tired' }
  | { kind: 'full'; until: Date };

/** Where the member stands, and the wait for somebody. Nothing of it is kept on the device. */
export function useStrangers() {
  const { call } = useAccountCall();
  const { api, session } = useServices();
  const isOnline = useEngineStatus().connection !== 'offline';
  const news = useStrangerNews();
  const [standing, setStanding] = useState<StrangersStanding | null>(null);
  const [isUnreachable, setIsUnreachable] = useState(false);
  const [search, setSearch] = useState<Search>({ kind: 'none' });
  const [chatId, setChatId] = useState<string | null>(null);

  const reload = useCallback(async (): Promise<void> => {
    const answer = await call((calls, token) => calls.strangers(token), { isQuiet: true });
    setIsUnreachable(answer === null);
    if (!answer) return;
    setStanding(answer.data);
    // A chat that has just ended stays on the screen until its reader closes it.
    setChatId((shown) => shown ?? answer.data.chatId);
  }, [call]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something was heard, or the network is back.
  useEffect(() => {
    if (isOnline) void reload();
  }, [reload, isOnline, news]);

  const ask = useCallback(async (): Promise<void> => {
    const token = session.token();
    if (token === null) return;
    const answer = await api.waitForStranger(token);
    if (answer.kind === 'done' && answer.data.chatId !== null) {
      setChatId(answer.data.chatId);
      setSearch({ kind: 'none' });
    } else if (answer.kind === 'refused' && answer.error.kind === 'rate_limited')
      setSearch({ kind: 'full', until: new Date(Date.now() + (answer.error.retryAfterMs ?? 0)) });
    else if (answer.kind === 'refused') {
      setSearch({ kind: 'none' });
      await reload();
    }
  }, [api, session, reload]);

  const isWaiting = search.kind === 'waiting' && chatId === null;
  const leave = useCallback(async (): Promise<void> => {
    const token = session.token();
    if (token !== null) await api.leaveStrangers(token);
  }, [api, session]);
  useEffect(() => {
    if (!isWaiting) return;
    void ask();
    const again = setInterval(() => void ask(), AGAIN_MS);
    const tired = setTimeout(() => {
      setSearch({ kind: 'tired' });
      void leave();
    }, PATIENCE_MS);
    return () => {
      clearInterval(again);
      clearTimeout(tired);
    };
  }, [isWaiting, ask, leave]);
  // Whoever goes to another screen waits no longer: there would be nobody to talk to.
  useEffect(() => () => void leave(), [leave]);

  return {
    standing,
    isOnline,
    isUnreachable,
    search,
    chatId,
    reload,
    start: () => setSearch({ kind: 'waiting' }),
    stop: () => {
      setSearch({ kind: 'none' });
      void leave();
    },
    /** Away from a chat, and on to the next one or not. */
    close: (isNext: boolean) => {
      setChatId(null);
      setSearch(isNext ? { kind: 'waiting' } : { kind: 'none' });
      void reload();
    },
    save: async (settings: StrangerSettings): Promise<boolean> => {
      const answer = await call((calls, token) => calls.setStrangers(token, settings));
      if (answer) setStanding(answer.data);
      return answer !== null;
    },
    tell: async (): Promise<boolean> => {
      const answer = await call((calls, token) => calls.tellOfStrangers(token, true));
      if (answer) setStanding((now) => now && { ...now, willBeTold: answer.data.willBeTold });
      return answer !== null;
    },
  };
}

export type Strangers = ReturnType<typeof useStrangers>;
