import { type Observable, Subject } from 'rxjs';
import type { Engine } from '../../../sync/index.ts';
import { trustedScriptUrl } from '../../app/script-urls.ts';
import type { SearchAnswer, SearchRequest } from './search-talk.ts';
import workerUrl from './search-worker.ts?worker&url';

export type SearchClient = {
  ask(request: SearchRequest): void;
  readonly answers: Observable<SearchAnswer>;
  /** How many messages the index has yet to read; null while it is not known. */
  remaining(): number | null;
  close(): void;
};

const clients = new WeakMap<Engine, SearchClient>();

/** The member's search: one worker for the page, opened when it is first asked for. */
export const searchOf = (engine: Engine): SearchClient => {
  const known = clients.get(engine);
  if (known) return known;
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  const answers = new Subject<SearchAnswer>();
  let remaining: number | null = null;
  worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
    if (data.type === 'remaining') remaining = data.count;
    answers.next(data);
  });
  const ask = (request: SearchRequest): void => worker.postMessage(request);
  ask({ type: 'open', userId: engine.userId });
  const client: SearchClient = {
    ask,
    answers,
    remaining: () => remaining,
    close() {
      clients.delete(engine);
      worker.terminate();
    },
  };
  clients.set(engine, client);
  return client;
};

/** Ends the worker, if there is one: the member goes. */
export const closeSearchOf = (engine: Engine): void => clients.get(engine)?.close();
