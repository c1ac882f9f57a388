import {
  newUntimedId,
  standingResponse,
  strangerChatResponse,
  strangerMessageResponse,
  strangerMessagesResponse,
  strangerQueueLeft,
  strangersResponse,
  type z,
} from '../../protocol/index.ts';
import type { Database } from '../../server/db/database.ts';
import { reports, strangerChats, strangerMembers } from '../../server/db/schema.ts';
import type { Person } from '../../server/testing/world.ts';
import type { Cast, CastStrangers, Member } from './cast.ts';
import type { Call } from './matrix-call.ts';

export async function meetStrangers(
  db: Database,
  { O, M, F }: Record<Member, Person>,
): Promise<CastStrangers> {
  const [strangerChatId, reportId] = [newUntimedId(), newUntimedId()];
  const now = new Date();
  await db.insert(strangerChats).values({ id: strangerChatId, createdAt: now });
  await db.insert(strangerMembers).values(
    [O, M].map(({ id: userId }, index) => ({
      ...{ id: newUntimedId(), chatId: strangerChatId, userId, heardAt: now },
      alias: index === 0 ? 'Maya' : 'Narra',
    })),
  );
  const about = { kind: 'person' as const, targetId: O.id, accusedId: O.id, reason: 'spam' as const };
  await db.insert(reports).values({ id: reportId, reporterId: F.id, createdAt: now, ...about });
  return { strangerChatId, reportId };
}

/** Nobody here is named by MODERATORS: `server/modules/moderation/moderation.test.ts` has those who are. */
export const STRANGERS_TABLE = `
GET    /api/v1/strangers                       | one's own              | 401         | 401         | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers
PUT    /api/v1/strangers/settings              | one's own              | 401         | 401         | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers | 200:strangers
POST   /api/v1/strangers/queue                 | without the opt-in     | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 403        
DELETE /api/v1/strangers/queue                 | one's own              | 401         | 401         | 200:queueleft | 200:queueleft | 200:queueleft | 200:queueleft | 200:queueleft | 200:queueleft | 200:queueleft | 200:queueleft
PUT    /api/v1/strangers/tell                  | without the opt-in     | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 403        
GET    /api/v1/strangers/chats/:id             | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 200:stranger | 404         | 200:stranger
PATCH  /api/v1/strangers/chats/:id             | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 200:stranger | 404         | 200:stranger
GET    /api/v1/strangers/chats/:id/messages    | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 200:strangerlines×0 | 404         | 200:strangerlines×0
POST   /api/v1/strangers/chats/:id/messages    | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 201:strangerline | 404         | 201:strangerline
POST   /api/v1/strangers/chats/:id/picture     | before both allow it   | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 403         | 404         | 403        
POST   /api/v1/strangers/chats/:id/here        | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 200:stranger | 404         | 200:stranger
POST   /api/v1/strangers/chats/:id/end         | of O and M             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 200:stranger | 404         | 200:stranger
GET    /api/v1/moderation                      | no moderator           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
GET    /api/v1/moderation/reports              | no moderator           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
GET    /api/v1/moderation/log                  | no moderator           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
GET    /api/v1/moderation/suspensions          | no moderator           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
GET    /api/v1/moderation/reports/:id          | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/reports/:id/dismiss  | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/reports/:id/remove   | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/reports/:id/suspend  | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/reports/:id/files    | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/reports/:id/author   | F's report             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/moderation/suspensions/:id/answer | no moderator           | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
GET    /api/v1/account/standing                | one's own              | 401         | 401         | 200:standing | 200:standing | 200:standing | 200:standing | 200:standing | 200:standing | 200:standing | 200:standing
POST   /api/v1/account/appeal                  | not suspended          | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 404        
`;

const chat = (body?: () => unknown) => ({
  'of O and M': ({ strangerChatId: id }: Cast): Call => ({
    params: { id },
    ...(body ? { body: body() } : {}),
  }),
});
const plain = (): Call => ({});
const choice = { optedIn: true, language: 'any', interests: ['music'] };
const report = (body?: unknown) => ({
  "F's report": ({ reportId: id }: Cast): Call => ({
    params: { id },
    ...(body === undefined ? {} : { body }),
  }),
});

/** How each situation is asked for. */
export const strangerCalls: Readonly<Record<string, Readonly<Record<string, (cast: Cast) => Call>>>> = {
  'GET /api/v1/strangers': { "one's own": plain },
  'PUT /api/v1/strangers/settings': { "one's own": () => ({ body: choice }) },
  'POST /api/v1/strangers/queue': { 'without the opt-in': plain },
  'DELETE /api/v1/strangers/queue': { "one's own": plain },
  'PUT /api/v1/strangers/tell': { 'without the opt-in': () => ({ body: { wanted: true } }) },
  'GET /api/v1/strangers/chats/:id': chat(),
  'PATCH /api/v1/strangers/chats/:id': chat(() => ({ allowsPhotos: false })),
  'GET /api/v1/strangers/chats/:id/messages': {
    'of O and M': ({ strangerChatId: id }) => ({ params: { id }, query: { afterSeq: '1' } }),
  },
  'POST /api/v1/strangers/chats/:id/messages': chat(() => ({ id: newUntimedId(), content: 'Kumusta?' })),
  'POST /api/v1/strangers/chats/:id/picture': {
    'before both allow it': ({ strangerChatId: id }) => ({
      params: { id },
      body: { id: newUntimedId(), fileId: newUntimedId() },
    }),
  },
  'POST /api/v1/strangers/chats/:id/here': chat(),
  'POST /api/v1/strangers/chats/:id/end': chat(() => ({ how: 'end' })),
  'GET /api/v1/moderation': { 'no moderator': plain },
  'GET /api/v1/moderation/reports': { 'no moderator': plain },
  'GET /api/v1/moderation/log': { 'no moderator': plain },
  'GET /api/v1/moderation/suspensions': { 'no moderator': plain },
  'GET /api/v1/moderation/reports/:id': report(),
  'POST /api/v1/moderation/reports/:id/dismiss': report(),
  'POST /api/v1/moderation/reports/:id/remove': report(),
  'POST /api/v1/moderation/reports/:id/suspend': report({ days: 7 }),
  'POST /api/v1/moderation/reports/:id/files': report(),
  'POST /api/v1/moderation/reports/:id/author': report({ why: 'To warn' }),
  'POST /api/v1/moderation/suspensions/:id/answer': {
    'no moderator': () => ({ params: { id: newUntimedId() }, body: { lift: true } }),
  },
  'GET /api/v1/account/standing': { "one's own": plain },
  'POST /api/v1/account/appeal': { 'not suspended': () => ({ body: { words: 'Not me' } }) },
};

export const strangerViews: Readonly<Record<string, z.ZodMiniType>> = {
  strangers: strangersResponse,
  queueleft: strangerQueueLeft,
  stranger: strangerChatResponse,
  strangerlines: strangerMessagesResponse,
  strangerline: strangerMessageResponse,
  standing: standingResponse,
};
