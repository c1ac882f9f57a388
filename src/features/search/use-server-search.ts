import { useCallback, useEffect, useRef, useState } from 'react';
import type { MessageRow, PostRow, UserRow } from '../../../protocol/index.ts';
import type { MessageQuery } from '../../../sync/index.ts';
import { notHeld } from '../../queries/not-held.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { isAsked } from './filters.ts';
import type { SearchKind } from './search-talk.ts';

/** What the server has found and this device does not hold. Kept nowhere: what is opened comes as a window. */
export type FoundAway = {
  /** `off`: nothing to ask, or nobody. `asking` stands beside what is there already. */
  readonly state: 'off' | 'asking' | 'found' | 'failed';
  readonly messages: readonly MessageRow[];
  readonly posts: readonly PostRow[];
  readonly people: readonly UserRow[];
  /** Who sent the messages, by id. */
  readonly senders: ReadonlyMap<string, UserRow>;
  readonly next: string | null;
};

const NOTHING: FoundAway = {
  state: 'off',
  messages: [],
  posts: [],
  people: [],
  senders: new Map(),
  next: null,
};

/** After the last key: the device answers at once, the server when one stops to look. */
const PAUSE_MS = 400;
/** What is on the device comes again from the server, the newest first: so many pages are passed over at once. */
const PAGES_MAX = 4;

export type ServerSearch = FoundAway & {
  /** Goes on where it stopped, or asks again what failed. */
  readonly more: () => void;
};

/**
 * Asks the server for what lies beyond this device, with a network and not before one stops typing.
 * @param query the same object while it asks the same
 */
export function useServerSearch(query: MessageQuery, kind: SearchKind): ServerSearch {
  const { api, session } = useServices();
  const engine = useEngine();
  const isOffline = useEngineStatus().connection === 'offline';
  const [found, setFound] = useState<FoundAway>(NOTHING);
  const current = useRef<object | null>(null);
  // Names of chats are on the device, and so is all that is starred.
  const isWanted = isAsked(query) && kind !== 'chats' && query.isStarred !== true && !isOffline;

  const ask = useCallback(
    async (question: object, from: string | null): Promise<void> => {
      const { text, chatId, isStarred: _isStarred, ...filters } = query;
      const isOld = (): boolean => current.current !== question;
      let cursor = from;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const token = session.token();
        if (token === null) return;
        const answer = await api.search(token, {
          search: text,
          ...filters,
          ...(kind === 'all' || kind === 'chats' ? {} : { kind }),
          ...(chatId === null ? {} : { chatId }),
          ...(cursor === null ? {} : { cursor }),
        });
        if (isOld()) return;
        if (answer.kind !== 'done') return setFound((now) => ({ ...now, state: 'failed' }));
        const { senders, nextCursor } = answer.data;
        const away = await notHeld(engine.db, answer.data);
        if (isOld()) return;
        const isFirst = cursor === null;
        cursor = nextCursor;
        const isEnough = away.messages.length > 0 || cursor === null || page === PAGES_MAX - 1;
        setFound((now) => ({
          state: isEnough ? 'found' : 'asking',
          messages: isFirst ? away.messages : [...now.messages, ...away.messages],
          posts: isFirst ? away.posts : now.posts,
          people: isFirst ? away.people : now.people,
          senders: new Map([...now.senders, ...senders.map((user): [string, UserRow] => [user.id, user])]),
          next: nextCursor,
        }));
        if (isEnough) return;
      }
    },
    [api, session, engine, query, kind],
  );

  useEffect(() => {
    const question = {};
    current.current = question;
    setFound(isWanted ? { ...NOTHING, state: 'asking' } : NOTHING);
    if (!isWanted) return;
    const timer = setTimeout(() => void ask(question, null), PAUSE_MS);
    return () => {
      current.current = null;
      clearTimeout(timer);
    };
  }, [ask, isWanted]);

  const { next } = found;
  const more = useCallback(() => {
    if (current.current === null) return;
    setFound((now) => ({ ...now, state: 'asking' }));
    void ask(current.current, next);
  }, [ask, next]);
  return { ...found, more };
}
