import { searchResponse, z } from '../../protocol/index.ts';
import { CANARY, type Cast } from './cast.ts';
import type { Call } from './matrix-call.ts';

/** What O has said in the group, to F and in saved messages. People and posts by name and words: server/modules/search/search.test.ts. */
export const SEARCH_TABLE = `
GET    /api/v1/search                          | what O has said        | 401         | 401         | 200:foundnone  | 200:foundnone  | 200:foundone  | 200:foundone  | 200:foundone  | 200:foundone  | 200:foundnone  | 200:foundthree
GET    /api/v1/search                          | in the group           | 401         | 401         | 404         | 404         | 404         | 200:foundone  | 200:foundone  | 200:foundone  | 404         | 200:foundone
GET    /api/v1/search                          | O's, anywhere          | 401         | 401         | 200:foundnone  | 200:foundnone  | 200:foundone  | 200:foundone  | 200:foundone  | 200:foundone  | 200:foundnone  | 200:foundthree
`;

const said = CANARY.split('-')[0] ?? '';

export const searchCalls: Record<string, Record<string, (cast: Cast) => Call>> = {
  'GET /api/v1/search': {
    'what O has said': () => ({ query: { search: said } }),
    'in the group': ({ groupId }) => ({ query: { search: said, chatId: groupId, kind: 'messages' } }),
    "O's, anywhere": ({ people }) => ({ query: { search: said, senderId: people.O.id, kind: 'messages' } }),
  },
};

const found = (count: number): z.ZodMiniType =>
  z.extend(searchResponse, {
    data: z.extend(searchResponse.shape.data, {
      messages: searchResponse.shape.data.shape.messages.check(z.length(count)),
    }),
  });

export const searchViews: Readonly<Record<string, z.ZodMiniType>> = {
  foundnone: found(0),
  foundone: found(1),
  foundthree: found(3),
};
