import {
  blockResponse,
  chatGone,
  chatResponse,
  chatsResponse,
  fileResponse,
  friendRejected,
  friendResponse,
  friendshipId,
  friendsResponse,
  healthResponse,
  hiddenResponse,
  listenedResponse,
  messageResponse,
  messagesResponse,
  muteResponse,
  newId,
  noticeSeenResponse,
  one,
  otherSessionsEnded,
  ownUser,
  PROTOCOL_VERSION,
  passwordUpdated,
  pinnedResponse,
  privateChatId,
  pullResponse,
  pushKeyResponse,
  pushRegistered,
  pushRemoved,
  pushResponse,
  reportResponse,
  requestsCount,
  resetSent,
  revalidateResponse,
  seenResponse,
  sessionEnded,
  sessionsResponse,
  settingsResponse,
  signedIn,
  starredResponse,
  unseenCount,
  userRow,
  z,
} from '../../protocol/index.ts';
import { multipartOf } from '../../server/testing/multipart.ts';
import { type Actor, type Cast, PASSWORD } from './cast.ts';
import { accountCalls, accountViews } from './matrix-account.ts';
import type { MakeCall } from './matrix-call.ts';
import { oidcCalls, oidcViews } from './matrix-oidc.ts';
import { postCalls, postViews } from './matrix-posts.ts';
import { qrCalls, qrViews } from './matrix-qr.ts';
import { searchCalls, searchViews } from './matrix-search.ts';
import { strangerCalls, strangerViews } from './matrix-strangers.ts';

const registration = () => ({
  email: `${newId()}@example.test`,
  password: PASSWORD,
  firstName: 'Nena',
  lastName: 'Cruz',
  birthDate: '1991-07-04',
});

const text = () => ({ id: newId(), content: 'Kumusta?' });

const pushOf = (args: unknown) => ({
  protocol: PROTOCOL_VERSION,
  deviceId: newId(),
  mutations: [{ id: newId(), name: 'sendMessage', version: 1, lane: 'chat', prev: null, args }],
});

const pushedText = ({ groupId }: Cast) =>
  pushOf({ ...text(), chatId: groupId, writtenAt: new Date().toISOString() });

const pullOf = ({ people, groupId, privateId }: Cast) => ({
  protocol: PROTOCOL_VERSION,
  deviceId: newId(),
  cursors: Object.fromEntries(
    [`user:${people.O.id}`, `chat:${groupId}`, `chat:${privateId}`].map((scope) => [
      scope,
      { epoch: newId(), seq: 0 },
    ]),
  ),
  unfinished: [],
  pendingCount: 0,
});

const idOf = ({ people }: Cast, actor: Actor): string =>
  actor === 'N' || actor === 'X' ? people.O.id : people[actor].id;

const asDeviceOfO = ({ people }: Cast) => ({ 'x-acting-user': people.O.id });

const decision: Record<string, MakeCall> = {
  "somebody's request": async (cast) => ({ params: { id: await cast.pendingRequest() } }),
  "P's request": ({ people }) => ({ params: { id: friendshipId(people.P.id, people.O.id) } }),
  'friendship of O and F': ({ people }) => ({ params: { id: friendshipId(people.O.id, people.F.id) } }),
};

const inChats: Record<string, (cast: Cast) => Record<string, string>> = {
  'the group': ({ groupId }) => ({ id: groupId }),
  'O and F': ({ privateId }) => ({ id: privateId }),
};

/** Something done to a message of O. */
const toMessage = (body?: unknown): Record<string, MakeCall> => ({
  'of O in the group': async (cast) => ({
    params: { id: cast.groupId, messageId: await cast.recentMessage() },
    ...(body === undefined ? {} : { body }),
  }),
});
const typedTwice = { newPassword: `${PASSWORD} na bago`, confirmPassword: `${PASSWORD} na bago` };

const plain: MakeCall = () => ({});

/** How each situation of the table is asked for. */
export const calls: Readonly<Record<string, Readonly<Record<string, MakeCall>>>> = {
  'POST /api/v1/auth/register': { 'a new account': () => ({ body: registration() }) },
  'POST /api/v1/auth/login': {
    'right password': ({ account }) => ({ body: { email: account.email, password: PASSWORD } }),
    'wrong password': ({ account }) => ({ body: { email: account.email, password: `${PASSWORD}!` } }),
  },
  'GET /api/v1/auth/verify': { oneself: plain },
  'POST /api/v1/auth/logout': { "one's own session": plain },
  'POST /api/v1/auth/revocations': { 'of no session': () => ({ body: { tokenHash: 'A'.repeat(43) } }) },
  'POST /api/v1/auth/change-password': {
    'right password': () => ({ body: { currentPassword: PASSWORD, ...typedTwice } }),
    'wrong password': () => ({ body: { currentPassword: `${PASSWORD}!`, ...typedTwice } }),
  },
  'POST /api/v1/auth/forgot-password': {
    'any address': ({ account }) => ({ body: { email: account.email } }),
  },
  'POST /api/v1/auth/reset-password': { 'no link': () => ({ body: typedTwice }) },
  'GET /api/v1/auth/sessions': { "one's own": plain },
  'DELETE /api/v1/auth/sessions/:id': {
    "O's lost phone": ({ lostPhoneId }) => ({ params: { id: lostPhoneId } }),
  },
  'DELETE /api/v1/auth/sessions': { 'all others': plain },
  'GET /api/v1/health/check': { anybody: () => ({ query: { nonce: 'abc' } }) },
  'GET /api/v1/health/ready': { anybody: () => ({ query: { nonce: 'abc' } }) },
  'PATCH /api/v1/users/friends/:id/cancel': decision,
  'DELETE /api/v1/users/friends/:id': {
    'friendship of O and F': ({ people }) => ({ params: { id: friendshipId(people.O.id, people.F.id) } }),
    "P's request": ({ people }) => ({ params: { id: friendshipId(people.P.id, people.O.id) } }),
  },
  'PUT /api/v1/users/:id/block': {
    O: ({ people }) => ({ params: { id: people.O.id }, body: { blocked: true } }),
  },
  'PUT /api/v1/users/:id/mute': {
    O: ({ people }) => ({ params: { id: people.O.id }, body: { muted: true } }),
  },
  'POST /api/v1/reports': {
    O: ({ people }) => ({ body: { kind: 'person', targetId: people.O.id, reason: 'spam' } }),
  },
  'GET /api/v1/settings': { "one's own": plain },
  'PATCH /api/v1/settings': { 'to what they are': () => ({ body: { showPresence: true } }) },
  'PUT /api/v1/users/:id': {
    O: ({ people }) => ({ params: { id: people.O.id }, body: { lastName: people.O.lastName } }),
  },
  'GET /api/v1/users/:id': { O: ({ people }) => ({ params: { id: people.O.id } }) },
  'GET /api/v1/users/unique-code/:code': {
    "O's code": ({ people }) => ({ params: { code: people.O.uniqueCode } }),
  },
  'POST /api/v1/users/friends': {
    "O's code": ({ people }) => ({ body: { uniqueCode: people.O.uniqueCode } }),
    "in O's name": async (cast) => ({
      body: { uniqueCode: (await cast.newcomer()).uniqueCode, requesterId: cast.people.O.id },
    }),
  },
  'GET /api/v1/users/friends': {
    "one's own": plain,
    'requests to me': () => ({ query: { status: 'PENDING', requestsToMe: 'true' } }),
    'O as userId': ({ people }) => ({ query: { userId: people.O.id, status: 'APPROVED' } }),
  },
  'GET /api/v1/users/friends/requests-count': { "one's own": plain },
  'PATCH /api/v1/users/friends/:id/accept': decision,
  'PATCH /api/v1/users/friends/:id/reject': decision,
  'GET /api/v1/chats': {
    "one's own": plain,
    'public ones by name': () => ({ query: { discover: 'true', search: 'Kanto' } }),
  },
  'GET /api/v1/chats/users/:id': { O: ({ people }) => ({ params: { id: people.O.id } }) },
  'GET /api/v1/chats/unique-code/:code': {
    "O's code": ({ people }) => ({ params: { code: people.O.uniqueCode } }),
    "the group's code": ({ groupCode }) => ({ params: { code: groupCode } }),
    "the public chat's code": ({ publicCode }) => ({ params: { code: publicCode } }),
  },
  'GET /api/v1/chats/:id/messages': {
    'the group': (cast) => ({ params: inChats['the group']?.(cast) ?? {} }),
    'O and F': (cast) => ({ params: inChats['O and F']?.(cast) ?? {} }),
    'the public chat': ({ publicId }) => ({ params: { id: publicId } }),
    "O's saved messages": ({ savedId }) => ({ params: { id: savedId } }),
  },
  'POST /api/v1/chats/:id/messages': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: text() }),
    'O and F': ({ privateId }) => ({ params: { id: privateId }, body: text() }),
    'the public chat': ({ publicId }) => ({ params: { id: publicId }, body: text() }),
    'first one to O': (cast, actor) => ({
      params: { id: privateChatId(idOf(cast, actor), cast.people.O.id) },
      body: { ...text(), recipientId: cast.people.O.id },
    }),
    "in O's name": ({ groupId, people }) => ({
      params: { id: groupId },
      body: { ...text(), userId: people.O.id },
    }),
    'another chat in body': ({ groupId, privateId }) => ({
      params: { id: groupId },
      body: { ...text(), chatId: privateId },
    }),
    "O's saved messages": ({ savedId, people }) => ({
      params: { id: savedId },
      body: { ...text(), recipientId: people.O.id },
    }),
    "O's saved messages, unnamed": ({ savedId }) => ({ params: { id: savedId }, body: text() }),
  },
  'PATCH /api/v1/chats/:id/messages/:messageId': toMessage({ content: 'Other words' }),
  'DELETE /api/v1/chats/:id/messages/:messageId': toMessage(),
  'DELETE /api/v1/chats/:id/messages/:messageId/files/:fileId': {
    'of O in the group': async (cast) => ({
      params: { id: cast.groupId, messageId: await cast.recentMessage(), fileId: cast.files.inGroup },
    }),
  },
  'PUT /api/v1/chats/:id/messages/:messageId/reaction': toMessage({ emoji: '👍' }),
  'PUT /api/v1/chats/:id/messages/:messageId/pinned': toMessage({ isPinned: true }),
  'PUT /api/v1/chats/:id/messages/:messageId/starred': toMessage({ isStarred: true }),
  'PUT /api/v1/chats/:id/messages/:messageId/listened': toMessage({}),
  'PUT /api/v1/chats/:id/messages/:messageId/hidden': toMessage({ hidden: true }),
  'POST /api/v1/files': {
    'a text': () => multipartOf([{ name: 'file', bytes: 'Kumusta', filename: 'a.txt' }]),
  },
  'GET /api/v1/files/:id': {
    "O's in the group": ({ files }) => ({ params: { id: files.inGroup } }),
    "in O's post": ({ files }) => ({ params: { id: files.inPost } }),
    "in O's private post": ({ files }) => ({ params: { id: files.inPrivatePost } }),
    'in an anonymous post': ({ files }) => ({ params: { id: files.inAnonymousPost } }),
    "O's face": ({ files }) => ({ params: { id: files.face } }),
    "O's, named by nothing": ({ files }) => ({ params: { id: files.alone } }),
  },
  'POST /api/v1/files/tus': {
    'one of my own': () => ({ headers: { 'tus-resumable': '1.0.0', 'upload-length': '7' } }),
  },
  'PATCH /api/v1/files/tus/:id': {
    "O's upload": ({ files }) => ({
      params: { id: files.begun },
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '4',
        'content-type': 'application/offset+octet-stream',
      },
      payload: Buffer.from('sta'),
    }),
  },
  'DELETE /api/v1/files/tus/:id': {
    "O's upload": ({ files }) => ({ params: { id: files.begun }, headers: { 'tus-resumable': '1.0.0' } }),
  },
  'PATCH /api/v1/chats/:id/seen': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: { seq: 1 } }),
    'O and F': ({ privateId }) => ({ params: { id: privateId }, body: { seq: 1 } }),
  },
  'GET /api/v1/chats/messages/unseen-count': { "one's own": plain },
  ...postCalls,
  ...accountCalls,
  ...strangerCalls,
  ...qrCalls,
  ...searchCalls,
  ...oidcCalls,
  'GET /api/v1/notifications/push/key': { anybody: plain },
  'POST /api/v1/notifications/push/register': {
    'a browser': () => ({
      body: { endpoint: 'https://push.example/1', keys: { auth: newId().slice(0, 22) } },
    }),
  },
  'DELETE /api/v1/notifications/push/:id': {
    'any id': () => ({ params: { id: 'c2VjcmV0c2VjcmV0c2VjcmV0'.slice(0, 22) } }),
  },
  'PUT /api/v1/notifications/seen': { "O's post": () => ({ body: { url: `/posts/${newId()}` } }) },
  'POST /api/v1/notifications/over': {
    "P's request to O": ({ people }) => {
      const id = friendshipId(people.P.id, people.O.id);
      const shown = { type: 'friendRequest', id, tag: `friend:${id}`, at: '2026-01-01T00:00:00.000Z' };
      return { body: { shown: [shown] } };
    },
  },
  'POST /api/v1/chats': {
    'a group with O': ({ people }) => ({ body: { type: 'GROUP', name: 'Tropa', users: [people.O.id] } }),
    'the chat with O': ({ people }) => ({ body: { type: 'PRIVATE', users: [people.O.id] } }),
  },
  'PATCH /api/v1/chats/:id': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: { name: `Tropa ${newId()}` } }),
    'O and F': ({ privateId }) => ({ params: { id: privateId }, body: { name: 'Tropa' } }),
  },
  'DELETE /api/v1/chats/:id': {
    'the group': ({ groupId }) => ({ params: { id: groupId } }),
    'O and F': ({ privateId }) => ({ params: { id: privateId } }),
  },
  'POST /api/v1/chats/:id/members/:userId': {
    'F to the group': ({ groupId, people }) => ({ params: { id: groupId, userId: people.F.id } }),
  },
  'PATCH /api/v1/chats/:id/members/:userId': {
    'M as admin': ({ groupId, people }) => ({
      params: { id: groupId, userId: people.M.id },
      body: { role: 'ADMIN' },
    }),
  },
  'DELETE /api/v1/chats/:id/members/:userId': {
    'M from the group': ({ groupId, people }) => ({ params: { id: groupId, userId: people.M.id } }),
  },
  'POST /api/v1/chats/:id/join': {
    'the public chat': ({ publicId }) => ({ params: { id: publicId } }),
    'the group': ({ groupId }) => ({ params: { id: groupId } }),
  },
  'DELETE /api/v1/chats/:id/invitation': {
    'the group': ({ groupId }) => ({ params: { id: groupId } }),
  },
  'POST /api/v1/chats/:id/leave': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: {} }),
    'naming M': ({ groupId, people }) => ({
      params: { id: groupId },
      body: { successorId: people.M.id },
    }),
  },
  'PATCH /api/v1/chats/:id/membership': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: { isMuted: true } }),
  },
  'PUT /api/v1/chats/:id/pin': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: { rank: 'a0' } }),
    "P's request": ({ requestId }) => ({ params: { id: requestId }, body: { rank: 'a0' } }),
  },
  'POST /api/v1/chats/:id/clear': {
    'the group': ({ groupId }) => ({ params: { id: groupId }, body: { seq: 0 } }),
  },
  'PATCH /api/v1/chats/:id/request': {
    "P's request": ({ requestId }) => ({ params: { id: requestId }, body: { isAccepted: true } }),
  },
  'POST /api/v1/sync/push': {
    'a message to the group': (cast) => ({ body: pushedText(cast) }),
    "as O's device": (cast) => ({ body: pushedText(cast), headers: asDeviceOfO(cast) }),
  },
  'POST /api/v1/sync/pull': {
    "with O's cursors": (cast) => ({ body: pullOf(cast) }),
    "as O's device": (cast) => ({ body: pullOf(cast), headers: asDeviceOfO(cast) }),
  },
  'POST /api/v1/sync/revalidate': {
    'a message in the group': ({ messageOfO: id }) => ({
      body: { protocol: PROTOCOL_VERSION, rows: [{ table: 'messages', id, version: 0 }] },
    }),
  },
  'POST /api/v1/sync/cancel': { "a key of O's": ({ keyOfO }) => ({ body: { ids: [keyOfO] } }) },
};

const withoutEntries = z.object({ id: z.uuid(), status: z.literal('rejected'), error: z.unknown() });

/** The exact sets of fields that the cells name. A value that a schema would have to strip has a field too many. */
export const views: Readonly<Record<string, z.ZodMiniType>> = {
  session: signedIn,
  own: one(ownUser),
  person: one(userRow),
  settings: settingsResponse,
  hidden: hiddenResponse,
  told: listenedResponse,
  pinned: pinnedResponse,
  starred: starredResponse,
  pushkey: pushKeyResponse,
  pushed: pushRegistered,
  unpushed: pushRemoved,
  noticed: noticeSeenResponse,
  over: one(z.object({ tags: z.array(z.string()).check(z.length(1)) })),
  stands: one(z.object({ tags: z.array(z.string()).check(z.length(0)) })),
  report: reportResponse,
  ended: one(z.object({ ended: z.literal(true) })),
  updated: passwordUpdated,
  sent: resetSent,
  sessions: sessionsResponse,
  goneout: sessionEnded,
  others: otherSessionsEnded,
  health: healthResponse,
  friend: friendResponse,
  friends: friendsResponse,
  gone: friendRejected,
  block: blockResponse,
  mute: muteResponse,
  count: requestsCount,
  chat: chatResponse,
  chats: chatsResponse,
  messages: messagesResponse,
  message: messageResponse,
  stored: fileResponse,
  place: seenResponse,
  left: chatGone,
  unseen: unseenCount,
  applied: z.extend(pushResponse, {
    answers: z.tuple([z.catchall(z.object({ status: z.literal('applied') }), z.unknown())]),
  }),
  rejected: z.extend(pushResponse, { answers: z.tuple([withoutEntries]) }),
  ...postViews,
  ...accountViews,
  ...strangerViews,
  ...oidcViews,
  ...qrViews,
  ...searchViews,
  pull: pullResponse,
  shown: z.extend(revalidateResponse, { changes: z.tuple([z.unknown()]), missing: z.tuple([]) }),
  absent: z.extend(revalidateResponse, { changes: z.tuple([]), missing: z.tuple([z.unknown()]) }),
  cancel: z.object({ statuses: z.record(z.uuid(), z.unknown()) }),
};
