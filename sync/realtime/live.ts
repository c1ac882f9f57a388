import {
  auditTime,
  BehaviorSubject,
  EMPTY,
  groupBy,
  map,
  merge,
  mergeMap,
  type Observable,
  Subject,
  skipWhile,
  switchMap,
  tap,
  throttleTime,
  timer,
} from 'rxjs';
import type { ClientEvents, ServerEvents } from '../../protocol/index.ts';
import type { Clock } from '../platform/ports.ts';
import type { StateObservable } from '../state-observable.ts';

/** Somebody who stops in the middle of a word stops typing for the others after this. */
const TYPING_MS = 6_000;
/** Said again this often while somebody goes on. */
const SAY_TYPING_MS = 3_000;

/** Typing in a chat of strangers: there is one other member, without a name. */
export const STRANGER = 'stranger';

export type LiveState = {
  /** Who types, by chat. */
  readonly typing: ReadonlyMap<string, readonly string[]>;
  /** Of those who are watched, who is there. */
  readonly online: ReadonlySet<string>;
  /** Counts the events about chats of strangers: another number means that there is something to ask for. */
  readonly strangerNews: number;
};

/** What happens right now and is kept nowhere: who types, who is there. */
export type Live = {
  readonly state: StateObservable<LiveState>;
  /** A key was pressed in a chat. */
  typed(chatId: string): void;
  /** The same, in a chat of strangers. */
  typedToStranger(chatId: string): void;
  /** The message that the stranger was typing has arrived: its reader calls this, no event tells it. */
  strangerSaid(chatId: string): void;
  /** Whose presence is looked at, instead of those before. */
  watch(userIds: readonly string[]): void;
  /** Which posts are on the screen, instead of those before; `onHint` is told that there is something to ask for. */
  look(at: Look, onHint: (hint: Hint) => void): () => void;
};

export type Look = { readonly postIds: readonly string[]; readonly isFeed: boolean };
export type Hint = Parameters<ServerEvents['hint']>[0];

type Emit = <E extends 'typing' | 'watch' | 'look' | 'stranger:typing'>(
  event: E,
  payload: Parameters<ClientEvents[E]>[0],
) => void;

export type LiveHub = Live & {
  /** The socket is connected, and this sends over it; null when it is gone. */
  connect(emit: Emit | null): void;
  receiveTyping(chatId: string, userId: string): void;
  /** What was being typed has come. */
  receiveMessage(chatId: string, userId: string): void;
  receivePresence(userId: string, isOnline: boolean): void;
  receiveStrangerChange(): void;
  receiveHint(hint: Hint): void;
};

/** A list that is being read changes many times a second, and the server takes one look a second. */
const SAY_LOOK_MS = 1_000;
const NO_LOOK: Look = { postIds: [], isFeed: false };

const INITIAL: LiveState = { typing: new Map(), online: new Set(), strangerNews: 0 };

export const createLive = (clock: Clock): LiveHub => {
  const state = new BehaviorSubject(INITIAL);
  const connection = new BehaviorSubject<Emit | null>(null);
  const keyPresses = new Subject<{ event: 'typing' | 'stranger:typing'; chatId: string }>();
  const watched = new BehaviorSubject<readonly string[]>([]);
  const looking = new BehaviorSubject<{ at: Look; onHint: (hint: Hint) => void } | null>(null);
  const typing = new Subject<{ chatId: string; userId: string; isTyping: boolean }>();

  const sendTyping = (emit: Emit): Observable<unknown> =>
    keyPresses.pipe(
      groupBy(({ chatId }) => chatId),
      mergeMap((ofChat) => ofChat.pipe(throttleTime(SAY_TYPING_MS, clock))),
      tap(({ event, chatId }) => emit(event, { chatId })),
    );
  const sendWatched = (emit: Emit): Observable<unknown> =>
    watched.pipe(
      skipWhile((userIds) => userIds.length === 0),
      tap((userIds) => emit('watch', { userIds: [...userIds] })),
    );
  const sendLooks = (emit: Emit): Observable<unknown> =>
    looking.pipe(
      skipWhile((look) => look === null),
      auditTime(SAY_LOOK_MS, clock),
      map((look) => look?.at ?? NO_LOOK),
      tap(({ postIds, isFeed }) => emit('look', { postIds: [...postIds], isFeed })),
    );

  const showTyping = (chatId: string, userId: string, isTyping: boolean): void => {
    const known = state.value.typing.get(chatId) ?? [];
    if (known.includes(userId) === isTyping) return;
    const next = isTyping ? [...known, userId] : known.filter((id) => id !== userId);
    const changed = new Map(state.value.typing);
    if (next.length === 0) changed.delete(chatId);
    else changed.set(chatId, next);
    state.next({ ...state.value, typing: changed });
  };
  const trackTyping = (): Observable<unknown> =>
    typing.pipe(
      groupBy(({ chatId, userId }) => `${chatId} ${userId}`),
      mergeMap((ofOne) =>
        ofOne.pipe(
          tap(({ chatId, userId, isTyping }) => showTyping(chatId, userId, isTyping)),
          switchMap(({ chatId, userId, isTyping }) =>
            isTyping ? timer(TYPING_MS, clock).pipe(tap(() => showTyping(chatId, userId, false))) : EMPTY,
          ),
        ),
      ),
    );

  connection
    .pipe(
      switchMap((emit) =>
        emit === null ? EMPTY : merge(sendTyping(emit), sendWatched(emit), sendLooks(emit), trackTyping()),
      ),
    )
    .subscribe();

  return {
    state,
    typed: (chatId) => keyPresses.next({ event: 'typing', chatId }),
    typedToStranger: (chatId) => keyPresses.next({ event: 'stranger:typing', chatId }),
    watch(userIds) {
      watched.next(userIds);
      const online = new Set([...state.value.online].filter((id) => userIds.includes(id)));
      if (online.size !== state.value.online.size) state.next({ ...state.value, online });
    },
    look(at, onHint) {
      const mine = { at, onHint };
      looking.next(mine);
      return () => {
        // The next screen may look elsewhere already.
        if (looking.value === mine) looking.next(null);
      };
    },
    connect(emit) {
      connection.next(emit);
      const { strangerNews } = state.value;
      const isEmpty = state.value.typing.size === 0 && state.value.online.size === 0;
      if (emit === null && !isEmpty) state.next({ ...INITIAL, strangerNews });
    },
    receiveHint: (hint) => looking.value?.onHint(hint),
    receiveTyping: (chatId, userId) => typing.next({ chatId, userId, isTyping: true }),
    receiveMessage: (chatId, userId) => typing.next({ chatId, userId, isTyping: false }),
    strangerSaid: (chatId) => typing.next({ chatId, userId: STRANGER, isTyping: false }),
    receiveStrangerChange() {
      state.next({ ...state.value, strangerNews: state.value.strangerNews + 1 });
    },
    receivePresence(userId, isOnline) {
      if (!watched.value.includes(userId) || state.value.online.has(userId) === isOnline) return;
      const online = new Set(state.value.online);
      if (isOnline) online.add(userId);
      else online.delete(userId);
      state.next({ ...state.value, online });
    },
  };
};
