import { openSearch, type Search } from '../../../sync/index.ts';
import type { SearchAnswer, SearchRequest } from './search-talk.ts';

/** Of people and posts among everything else only the first ones are shown. */
const FEW = 5;

let search: Promise<Search | null> = Promise.resolve(null);
let newest = 0;

const tell = (answer: SearchAnswer): void => self.postMessage(answer);
const fail = (error: unknown): void =>
  tell({ type: 'fault', name: error instanceof Error ? error.name : typeof error });

const find = async (request: Extract<SearchRequest, { type: 'find' }>): Promise<void> => {
  const { id, query, kind, from } = request;
  const { text } = query;
  newest = id;
  const isOld = (): boolean => newest !== id;
  const opened = await search;
  if (opened === null || isOld()) return tell({ type: 'found', id, isLast: true });
  const isWanted = (one: typeof kind): boolean => from === 0 && (kind === one || kind === 'all');
  const few = <T>(found: readonly T[]): readonly T[] => (kind === 'all' ? found.slice(0, FEW) : found);
  if (isWanted('people')) tell({ type: 'found', id, people: few(await opened.people(text)), isLast: false });
  if (kind === 'all' || kind === 'messages') {
    const messages = await opened.messages(query, from, isOld);
    if (messages === null) return;
    tell({ type: 'found', id, messages, isLast: false });
  }
  if (isOld()) return;
  if (isWanted('posts')) tell({ type: 'found', id, posts: few(await opened.posts(text)), isLast: false });
  tell({ type: 'found', id, isLast: true });
};

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  switch (data.type) {
    case 'open':
      search = openSearch({
        userId: data.userId,
        onRemaining: (count) => tell({ type: 'remaining', count }),
        onError: fail,
        onGone: () => self.close(),
      });
      search.catch(fail);
      break;
    case 'find':
      find(data).catch(fail);
      break;
  }
});
