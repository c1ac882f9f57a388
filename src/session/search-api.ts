import { type SearchQuery, searchResponse, z } from '../../protocol/index.ts';
import type { Answer, CallServer } from './call-server.ts';

/** What was found, the senders of its messages, and where to go on. */
const foundResponse = z.pipe(
  searchResponse,
  z.transform(({ data, meta: { nextCursor, people: senders } }) => ({
    data: { ...data, senders, nextCursor },
  })),
);
export type ServerFound = z.infer<typeof foundResponse>['data'];

export type SearchApi = {
  /** What the member may read, wherever it is. Quiet: it is asked while one types, and what is on the device is shown anyway. */
  search(token: string, query: Partial<SearchQuery>): Promise<Answer<ServerFound>>;
};

export const createSearchApi = (call: CallServer): SearchApi => ({
  search: (token, query) => {
    const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === '' ? [] : [[name, value]],
    );
    const path = `/search?${new URLSearchParams(asked)}`;
    return call(foundResponse, { method: 'GET', path, token, isQuiet: true });
  },
});
