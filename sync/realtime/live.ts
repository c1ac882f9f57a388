import type { Subscription } from 'rxjs';
import type { ClientEvents, ServerEvents } from '../../protocol/index.ts';
import type { Subscribable } from '../engine-status.ts';
import type { Clock } from '../platform/ports.ts';

/** Somebody who stops in the middle of a word stops typing for the others after this. */
const TYPING_MS = 6_000;
/** Said again this often while somebody goes on. */
const SAY_TYPING_MS = 3_000;

/** Who types in a chat of strangers: there is only one, and nobody knows who. */
export const STRANGER = 'stranger';

export type LiveState = {
  /** Who types, by chat. */
  readonly typing: ReadonlyMap<string, readonly string[]>;
  /** Of those who are watched, who is there. */
  readonly online: ReadonlySet<string>;
  /** Counts what was heard about chats of strangers: another number means that there is something to ask for. */
  readonly strangerNews: number;
};

/** What happens right now and is kept nowhere: who types, who is there. */
export type Live = Subscribable<LiveState> & {
  /** A key was pressed in a chat. */
  typed(chatId: string): void;
  /** The same, in a chat of strangers. */
  typedToStranger(chatId: string): void;
  /** What the stranger was typing has come: no event says so, whoever reads it does. */
  strangerSaid(chatId: string): void;
  /** Whose presence is looked at, instead of those before. */
  watch(userIds: readonly string[]): void;
  /** Which posts are on the screen, instead of those before; `onHint` is told that there is something to ask for. */
  look(at: Look, onHint: (hint: Hint) => void): () => void;
};

export type Look = { readonly postIds: readonly string[]; readonly isFeed: boolean };
export type Hint = Parameters<ServerEvents['hint']>[0];

export type LiveHub = Live & {
  /** The socket is there, and this is how it speaks; null when it is gone. */
  connect(
    emit:
      | (<E extends 'typing' | 'watch' | 'look' | 'stranger:typing'>(
          event: E,
          payload: Parameters<ClientEvents[E]>[0],
        ) => void)
      | null,
  ): void;
  heardTyping(chatId: string, userId: string): void;
  /** What was being typed has come. */
  heardMessage(chatId: string, userId: string): void;
  heardPresence(userId: string, isOnline: boolean): void;
  heardStranger(): void;
  heardHint(hint: Hint): void;
};

/** Looks are said this long after they change. */
const SAY_LOOK_MS = 1_000;
const NOTHING: Look = { postIds: [], isFeed: false };

const NOBODY: LiveState = { typing: new Map(), online: new Set(), strangerNews: 0 };

export const createLive = (clock: Clock): LiveHub => {
  let state = NOBODY;
  let watched: readonly string[] = [];
  let looking: { at: Look; onHint: (hint: Hint) => void } | null = null;
  let emit: Parameters<LiveHub['connect']>[0] = null;
  let isLookDue = false;
  const listeners = new Set<() => void>();
  const saidAt = new Map<string, number>();
  const timers = new Map<string, Subscription>();

  const set = (next: LiveState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const forget = (chatId: string, userId: string): void => {
    timers.get(`${chatId} ${userId}`)?.unsubscribe();
    timers.delete(`${chatId} ${userId}`);
    const rest = (state.typing.get(chatId) ?? []).filter((id) => id !== userId);
    const typing = new Map(state.typing);
    if (rest.length === 0) typing.delete(chatId);
    else typing.set(chatId, rest);
    set({ ...state, typing });
  };

  const sayTyping = (event: 'typing' | 'stranger:typing', chatId: string): void => {
    const now = clock.now();
    const before = saidAt.get(chatId);
    // A clock that jumped back must not keep it quiet.
    if (emit === null || (before !== undefined && now >= before && now - before < SAY_TYPING_MS)) return;
    saidAt.set(chatId, now);
    emit(event, { chatId });
  };

  // A list that is being read changes many times a second, and the server takes one look a second.
  const sayLookSoon = (): void => {
    if (isLookDue) return;
    isLookDue = true;
    clock.schedule(() => {
      isLookDue = false;
      const { postIds, isFeed } = looking?.at ?? NOTHING;
      emit?.('look', { postIds: [...postIds], isFeed });
    }, SAY_LOOK_MS);
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    typed: (chatId) => sayTyping('typing', chatId),
    typedToStranger: (chatId) => sayTyping('stranger:typing', chatId),
    watch(userIds) {
      watched = userIds;
      emit?.('watch', { userIds: [...userIds] });
      const online = new Set([...state.online].filter((id) => userIds.includes(id)));
      if (online.size !== state.online.size) set({ ...state, online });
    },
    look(at, onHint) {
      const mine = { at, onHint };
      looking = mine;
      sayLookSoon();
      return () => {
        // The next screen may look elsewhere already.
        if (looking !== mine) return;
        looking = null;
        sayLookSoon();
      };
    },
    heardHint(hint) {
      looking?.onHint(hint);
    },
    connect(speak) {
      emit = speak;
      if (speak !== null) {
        if (looking !== null) sayLookSoon();
        if (watched.length > 0) speak('watch', { userIds: [...watched] });
        return;
      }
      for (const timer of timers.values()) timer.unsubscribe();
      timers.clear();
      saidAt.clear();
      if (state !== NOBODY) set({ ...NOBODY, strangerNews: state.strangerNews });
    },
    heardTyping(chatId, userId) {
      const key = `${chatId} ${userId}`;
      timers.get(key)?.unsubscribe();
      timers.set(
        key,
        clock.schedule(() => forget(chatId, userId), TYPING_MS),
      );
      const known = state.typing.get(chatId) ?? [];
      if (known.includes(userId)) return;
      set({ ...state, typing: new Map(state.typing).set(chatId, [...known, userId]) });
    },
    heardMessage(chatId, userId) {
      if (state.typing.get(chatId)?.includes(userId)) forget(chatId, userId);
    },
    strangerSaid(chatId) {
      if (state.typing.has(chatId)) forget(chatId, STRANGER);
    },
    heardStranger() {
      set({ ...state, strangerNews: state.strangerNews + 1 });
    },
    heardPresence(userId, isOnline) {
      if (!watched.includes(userId) || state.online.has(userId) === isOnline) return;
      const online = new Set(state.online);
      if (isOnline) online.add(userId);
      else online.delete(userId);
      set({ ...state, online });
    },
  };
};
