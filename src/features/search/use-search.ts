import { useCallback, useEffect, useRef, useState } from 'react';
import type { PostRow, UserRow } from '../../../protocol/index.ts';
import type { LocalMessage, MessageQuery } from '../../../sync/index.ts';
import { useEngine } from '../../session/services.tsx';
import { isAsked } from './filters.ts';
import { searchOf } from './search-client.ts';
import type { SearchKind } from './search-talk.ts';

export type Found = {
  /** What was asked; what is shown stays until the next answer is there. */
  readonly text: string;
  readonly people: readonly UserRow[];
  readonly posts: readonly PostRow[];
  readonly messages: readonly LocalMessage[];
  /** How many messages may match. */
  readonly total: number;
  readonly next: number | null;
  readonly isDone: boolean;
};

const nothing = (text: string): Found => ({
  text,
  people: [],
  posts: [],
  messages: [],
  total: 0,
  next: null,
  isDone: false,
});

// Answers of an earlier screen are not taken for those of this one.
let lastId = 0;

export type SearchState = {
  /** Null before anything was asked. */
  readonly found: Found | null;
  /** Messages that the index has yet to read. */
  readonly remaining: number;
  readonly more: () => void;
};

/**
 * Asks the worker while one types: each letter is a new question, and parts are shown as they come.
 * @param query the same object while it asks the same
 */
export function useSearch(query: MessageQuery, kind: SearchKind): SearchState {
  const engine = useEngine();
  const { chatId, isStarred, has, senderId, since, until } = query;
  const [found, setFound] = useState<Found | null>(null);
  const [remaining, setRemaining] = useState(0);
  const current = useRef({ id: 0, from: 0 });
  const isReading = remaining > 0;

  const ask = useCallback(
    (from: number) => {
      lastId += 1;
      current.current = { id: lastId, from };
      searchOf(engine).ask({ type: 'find', id: lastId, query, kind, from });
    },
    [engine, query, kind],
  );

  useEffect(() => {
    const client = searchOf(engine);
    setRemaining(client.remaining() ?? 0);
    const subscription = client.answers.subscribe((answer) => {
      if (answer.type === 'remaining') setRemaining(answer.count);
      if (answer.type !== 'found' || answer.id !== current.current.id) return;
      const { from } = current.current;
      setFound((shown) => {
        const base = shown ?? nothing('');
        const { messages } = answer;
        return {
          ...base,
          ...(answer.people ? { people: answer.people } : {}),
          ...(answer.posts ? { posts: answer.posts } : {}),
          ...(messages
            ? {
                messages: from === 0 ? messages.messages : [...base.messages, ...messages.messages],
                total: messages.total,
                next: messages.next,
              }
            : {}),
          ...(answer.isLast ? { isDone: true } : {}),
        };
      });
    });
    return () => subscription.unsubscribe();
  }, [engine]);

  // Again when the index has read everything: what was missing may be there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isReading` is what it runs again for.
  useEffect(() => {
    const { text } = query;
    if (!isAsked(query)) {
      current.current = { id: 0, from: 0 };
      setFound(null);
      return;
    }
    // Of another kind or chat nothing of before is right; of another word it stands until the answer comes.
    setFound((shown) => ({ ...(shown ?? nothing(text)), text, isDone: false }));
    ask(0);
  }, [ask, query, isReading]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found of another kind, or by another filter, is not shown under this one.
  useEffect(
    () => setFound((shown) => shown && { ...nothing(shown.text) }),
    [kind, chatId, isStarred, has, senderId, since, until],
  );

  const next = found?.next ?? null;
  return { found, remaining, more: useCallback(() => next !== null && ask(next), [ask, next]) };
}
