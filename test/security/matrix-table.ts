import type { Actor } from './cast.ts';
import { ACCOUNT_TABLE } from './matrix-account.ts';
import { OIDC_TABLE } from './matrix-oidc.ts';
import { POSTS_TABLE } from './matrix-posts.ts';
import { QR_TABLE } from './matrix-qr.ts';
import { SEARCH_TABLE } from './matrix-search.ts';
import { STRANGERS_TABLE } from './matrix-strangers.ts';

/**
 * Who may do what (docs/threat-model.md, "Authorization matrix"). One row per route and situation; the columns are
 * the actors of `world.ts`, all reaching for what belongs to O:
 *
 *   N no token · X revoked · S stranger · P has asked O · F friend · B blocked by O · b has blocked O
 *   M in O's group · E was in it · O the owner
 *
 * A cell is the status, and for a read the exact set of fields: `own` has e-mail and birth date, `person` has not.
 * `×n` is how many items a list holds. A route without a row fails the suite, and so does a row without a route.
 *
 * P's request names O as the requestee, so P may open the chat it would become, but not O's profile by id. B and b have
 * private chats with O from before the block: they stay in their lists with their history, and cannot be written to.
 */
const TABLE = `
route                                          | situation              | N           | X           | S           | P           | F           | B           | b           | M           | E           | O
POST   /api/v1/auth/register                   | a new account          | 201:session | 201:session | 201:session | 201:session | 201:session | 201:session | 201:session | 201:session | 201:session | 201:session
POST   /api/v1/auth/login                      | right password         | 200:session | 200:session | 200:session | 200:session | 200:session | 200:session | 200:session | 200:session | 200:session | 200:session
POST   /api/v1/auth/login                      | wrong password         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
GET    /api/v1/auth/verify                     | oneself                | 401         | 401         | 200:own     | 200:own     | 200:own     | 200:own     | 200:own     | 200:own     | 200:own     | 200:own
POST   /api/v1/auth/logout                     | one's own session      | 401         | 401         | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended
POST   /api/v1/auth/revocations                | of no session          | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended   | 200:ended
POST   /api/v1/auth/change-password            | right password         | 401         | 401         | 200:updated | 200:updated | 200:updated | 200:updated | 200:updated | 200:updated | 200:updated | 200:updated
POST   /api/v1/auth/change-password            | wrong password         | 401         | 401         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
POST   /api/v1/auth/forgot-password            | any address            | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent    | 200:sent
POST   /api/v1/auth/reset-password             | no link                | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422         | 422
GET    /api/v1/auth/sessions                   | one's own              | 401         | 401         | 200:sessions×1 | 200:sessions×1 | 200:sessions×1 | 200:sessions×1 | 200:sessions×1 | 200:sessions×1 | 200:sessions×1 | 200:sessions×1
DELETE /api/v1/auth/sessions/:id               | O's lost phone         | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:goneout
DELETE /api/v1/auth/sessions                   | all others             | 401         | 401         | 200:others  | 200:others  | 200:others  | 200:others  | 200:others  | 200:others  | 200:others  | 200:others
GET    /api/v1/health/check                    | anybody                | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health
GET    /api/v1/health/ready                    | anybody                | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health  | 200:health
GET    /api/v1/users/:id                       | O                      | 401         | 401         | 404         | 404         | 200:person  | 404         | 404         | 200:person  | 404         | 200:own
PUT    /api/v1/users/:id                       | O                      | 401         | 401         | 404         | 404         | 403         | 404         | 404         | 403         | 404         | 200:own
PATCH  /api/v1/users/friends/:id/cancel        | somebody's request     | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 403
PATCH  /api/v1/users/friends/:id/cancel        | P's request            | 401         | 401         | 404         | 200:gone    | 404         | 404         | 404         | 404         | 404         | 404
PATCH  /api/v1/users/friends/:id/cancel        | friendship of O and F  | 401         | 401         | 404         | 404         | 409         | 404         | 404         | 404         | 404         | 409
DELETE /api/v1/users/friends/:id               | friendship of O and F  | 401         | 401         | 404         | 404         | 200:gone    | 404         | 404         | 404         | 404         | 404
DELETE /api/v1/users/friends/:id               | P's request            | 401         | 401         | 404         | 409         | 404         | 404         | 404         | 404         | 404         | 409
PUT    /api/v1/users/:id/block                 | O                      | 401         | 401         | 200:block   | 200:block   | 200:block   | 200:block   | 200:block   | 200:block   | 200:block   | 400
PUT    /api/v1/users/:id/mute                  | O                      | 401         | 401         | 200:mute    | 200:mute    | 200:mute    | 404         | 404         | 200:mute    | 200:mute    | 400
POST   /api/v1/reports                         | O                      | 401         | 401         | 201:report  | 201:report  | 201:report  | 201:report  | 201:report  | 201:report  | 201:report  | 422
GET    /api/v1/settings                        | one's own              | 401         | 401         | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings
PATCH  /api/v1/settings                        | to what they are       | 401         | 401         | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings | 200:settings
GET    /api/v1/users/unique-code/:code         | O's code               | 401         | 401         | 200:person  | 200:person  | 200:person  | 404         | 404         | 200:person  | 200:person  | 200:own
POST   /api/v1/users/friends                   | O's code               | 401         | 401         | 201:friend  | 409         | 409         | 404         | 404         | 201:friend  | 201:friend  | 400
POST   /api/v1/users/friends                   | in O's name            | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 201:friend
GET    /api/v1/users/friends                   | one's own              | 401         | 401         | 200:friends×0 | 200:friends×0 | 200:friends×1 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×1
GET    /api/v1/users/friends                   | requests to me         | 401         | 401         | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×1
GET    /api/v1/users/friends                   | O as userId            | 401         | 401         | 200:friends×0 | 200:friends×0 | 200:friends×1 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0 | 200:friends×0
GET    /api/v1/users/friends/requests-count    | one's own              | 401         | 401         | 200:count   | 200:count   | 200:count   | 200:count   | 200:count   | 200:count   | 200:count   | 200:count
PATCH  /api/v1/users/friends/:id/accept        | somebody's request     | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:friend
PATCH  /api/v1/users/friends/:id/accept        | P's request            | 401         | 401         | 404         | 403         | 404         | 404         | 404         | 404         | 404         | 200:friend
PATCH  /api/v1/users/friends/:id/accept        | friendship of O and F  | 401         | 401         | 404         | 404         | 409         | 404         | 404         | 404         | 404         | 409
PATCH  /api/v1/users/friends/:id/reject        | somebody's request     | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:gone
PATCH  /api/v1/users/friends/:id/reject        | P's request            | 401         | 401         | 404         | 403         | 404         | 404         | 404         | 404         | 404         | 200:gone
PATCH  /api/v1/users/friends/:id/reject        | friendship of O and F  | 401         | 401         | 404         | 404         | 409         | 404         | 404         | 404         | 404         | 409
GET    /api/v1/chats                           | one's own              | 401         | 401         | 200:chats×0 | 200:chats×1 | 200:chats×1 | 200:chats×2 | 200:chats×2 | 200:chats×2 | 200:chats×0 | 200:chats×5
GET    /api/v1/chats/users/:id                 | O                      | 401         | 401         | 404         | 200:chat    | 200:chat    | 404         | 404         | 200:chat    | 404         | 200:chat
GET    /api/v1/chats/unique-code/:code         | O's code               | 401         | 401         | 200:chat    | 200:chat    | 200:chat    | 404         | 404         | 200:chat    | 200:chat    | 200:chat
GET    /api/v1/chats/unique-code/:code         | the group's code       | 401         | 401         | 404         | 404         | 404         | 200:chat    | 200:chat    | 200:chat    | 404         | 200:chat
GET    /api/v1/chats/:id/messages              | the group              | 401         | 401         | 404         | 404         | 404         | 200:messages×5 | 200:messages×5 | 200:messages×5 | 404         | 200:messages×5
GET    /api/v1/chats/:id/messages              | O and F                | 401         | 401         | 404         | 404         | 200:messages×1 | 404         | 404         | 404         | 404         | 200:messages×1
POST   /api/v1/chats/:id/messages              | the group              | 401         | 401         | 404         | 404         | 404         | 201:message | 201:message | 201:message | 404         | 201:message
POST   /api/v1/chats/:id/messages              | O and F                | 401         | 401         | 404         | 404         | 201:message | 404         | 404         | 404         | 404         | 201:message
GET    /api/v1/chats/:id/messages              | O's saved messages     | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:messages×1
POST   /api/v1/chats/:id/messages              | O's saved messages     | 401         | 401         | 400         | 400         | 400         | 400         | 400         | 400         | 400         | 201:message
POST   /api/v1/chats/:id/messages              | O's saved messages, unnamed | 401    | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 201:message
POST   /api/v1/chats/:id/messages              | first one to O         | 401         | 401         | 404         | 201:message | 201:message | 404         | 404         | 201:message | 404         | 201:message
POST   /api/v1/chats/:id/messages              | in O's name            | 401         | 401         | 403         | 403         | 403         | 403         | 403         | 403         | 403         | 201:message
POST   /api/v1/chats/:id/messages              | another chat in body   | 401         | 401         | 400         | 400         | 400         | 400         | 400         | 400         | 400         | 400
PATCH  /api/v1/chats/:id/messages/:messageId   | of O in the group      | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:message
DELETE /api/v1/chats/:id/messages/:messageId   | of O in the group      | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:message
DELETE /api/v1/chats/:id/messages/:messageId/files/:fileId | of O in the group | 401   | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:message
PUT    /api/v1/chats/:id/messages/:messageId/reaction | of O in the group | 401        | 401         | 404         | 404         | 404         | 200:message | 200:message | 200:message | 404         | 200:message
PUT    /api/v1/chats/:id/messages/:messageId/pinned | of O in the group | 401          | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:pinned
PUT    /api/v1/chats/:id/messages/:messageId/starred | of O in the group | 401         | 401         | 404         | 404         | 404         | 200:starred | 200:starred | 200:starred | 404         | 200:starred
PUT    /api/v1/chats/:id/messages/:messageId/listened | of O in the group | 401        | 401         | 200:told    | 200:told    | 200:told    | 200:told    | 200:told    | 200:told    | 200:told    | 200:told
PUT    /api/v1/chats/:id/messages/:messageId/hidden | of O in the group | 401          | 401         | 404         | 404         | 404         | 200:hidden  | 200:hidden  | 200:hidden  | 404         | 200:hidden
POST   /api/v1/files                           | a text                 | 401         | 401         | 201:stored  | 201:stored  | 201:stored  | 201:stored  | 201:stored  | 201:stored  | 201:stored  | 201:stored
GET    /api/v1/files/:id                       | O's in the group       | 401         | 401         | 404         | 404         | 404         | 200:bytes   | 200:bytes   | 200:bytes   | 404         | 200:bytes
GET    /api/v1/files/:id                       | in O's post            | 401         | 401         | 200:bytes   | 200:bytes   | 200:bytes   | 404         | 404         | 200:bytes   | 200:bytes   | 200:bytes
GET    /api/v1/files/:id                       | in O's private post    | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:bytes
GET    /api/v1/files/:id                       | in an anonymous post   | 401         | 401         | 200:bytes   | 200:bytes   | 200:bytes   | 200:bytes   | 200:bytes   | 200:bytes   | 200:bytes   | 200:bytes
GET    /api/v1/files/:id                       | O's face               | 401         | 401         | 200:bytes   | 200:bytes   | 200:bytes   | 404         | 404         | 200:bytes   | 200:bytes   | 200:bytes
GET    /api/v1/files/:id                       | O's, named by nothing  | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:bytes
POST   /api/v1/files/tus                       | one of my own          | 401         | 401         | 201:nothing | 201:nothing | 201:nothing | 201:nothing | 201:nothing | 201:nothing | 201:nothing | 201:nothing
PATCH  /api/v1/files/tus/:id                   | O's upload             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 200:stored
DELETE /api/v1/files/tus/:id                   | O's upload             | 401         | 401         | 404         | 404         | 404         | 404         | 404         | 404         | 404         | 204:nothing
PATCH  /api/v1/chats/:id/seen                  | the group              | 401         | 401         | 404         | 404         | 404         | 200:place   | 200:place   | 200:place   | 404         | 200:place
PATCH  /api/v1/chats/:id/seen                  | O and F                | 401         | 401         | 404         | 404         | 200:place   | 404         | 404         | 404         | 404         | 200:place
GET    /api/v1/chats/messages/unseen-count     | one's own              | 401         | 401         | 200:unseen  | 200:unseen  | 200:unseen  | 200:unseen  | 200:unseen  | 200:unseen  | 200:unseen  | 200:unseen
GET    /api/v1/notifications/push/key          | anybody                | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey | 200:pushkey
POST   /api/v1/notifications/push/register     | a browser              | 401 | 401 | 201:pushed | 201:pushed | 201:pushed | 201:pushed | 201:pushed | 201:pushed | 201:pushed | 201:pushed
DELETE /api/v1/notifications/push/:id          | any id                 | 401 | 401 | 200:unpushed | 200:unpushed | 200:unpushed | 200:unpushed | 200:unpushed | 200:unpushed | 200:unpushed | 200:unpushed
PUT    /api/v1/notifications/seen              | O's post               | 401 | 401 | 200:noticed | 200:noticed | 200:noticed | 200:noticed | 200:noticed | 200:noticed | 200:noticed | 200:noticed
POST   /api/v1/notifications/over              | P's request to O       | 401 | 401 | 200:over | 200:over | 200:over | 200:over | 200:over | 200:over | 200:over | 200:stands
GET    /api/v1/chats                           | public ones by name    | 401         | 401         | 200:chats   | 200:chats   | 200:chats   | 200:chats   | 200:chats   | 200:chats   | 200:chats   | 200:chats  
GET    /api/v1/chats/unique-code/:code         | the public chat's code | 401         | 401         | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat   
GET    /api/v1/chats/:id/messages              | the public chat        | 401         | 401         | 200:messages×2 | 200:messages×2 | 200:messages×2 | 200:messages×2 | 200:messages×2 | 200:messages×2 | 200:messages×2 | 200:messages×2
POST   /api/v1/chats/:id/messages              | the public chat        | 401         | 401         | 201:message | 201:message | 201:message | 201:message | 201:message | 201:message | 201:message | 201:message
POST   /api/v1/chats                           | a group with O         | 401         | 401         | 404         | 201:chat    | 201:chat    | 201:chat    | 201:chat    | 201:chat    | 404         | 400        
POST   /api/v1/chats                           | the chat with O        | 401         | 401         | 404         | 201:chat    | 201:chat    | 404         | 404         | 201:chat    | 404         | 400        
PATCH  /api/v1/chats/:id                       | the group              | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:chat   
PATCH  /api/v1/chats/:id                       | O and F                | 401         | 401         | 404         | 404         | 403         | 404         | 404         | 404         | 404         | 403        
DELETE /api/v1/chats/:id                       | the group              | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:left   
DELETE /api/v1/chats/:id                       | O and F                | 401         | 401         | 404         | 404         | 403         | 404         | 404         | 404         | 404         | 403        
POST   /api/v1/chats/:id/members/:userId       | F to the group         | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:chat   
PATCH  /api/v1/chats/:id/members/:userId       | M as admin             | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:chat   
DELETE /api/v1/chats/:id/members/:userId       | M from the group       | 401         | 401         | 404         | 404         | 404         | 403         | 403         | 403         | 404         | 200:left   
POST   /api/v1/chats/:id/join                  | the public chat        | 401         | 401         | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat    | 200:chat   
POST   /api/v1/chats/:id/join                  | the group              | 401         | 401         | 200:chat    | 404         | 404         | 200:chat    | 200:chat    | 200:chat    | 404         | 200:chat   
DELETE /api/v1/chats/:id/invitation            | the group              | 401         | 401         | 200:left    | 404         | 404         | 404         | 404         | 404         | 404         | 404        
POST   /api/v1/chats/:id/leave                 | the group              | 401         | 401         | 404         | 404         | 404         | 200:left    | 200:left    | 200:left    | 404         | 200:left   
POST   /api/v1/chats/:id/leave                 | naming M               | 401         | 401         | 404         | 404         | 404         | 200:left    | 200:left    | 400         | 404         | 200:left   
PATCH  /api/v1/chats/:id/membership            | the group              | 401         | 401         | 404         | 404         | 404         | 200:place   | 200:place   | 200:place   | 404         | 200:place  
PUT    /api/v1/chats/:id/pin                   | the group              | 401         | 401         | 404         | 404         | 404         | 200:place   | 200:place   | 200:place   | 404         | 200:place  
PUT    /api/v1/chats/:id/pin                   | P's request            | 401         | 401         | 404         | 200:place   | 404         | 404         | 404         | 404         | 404         | 403        
POST   /api/v1/chats/:id/clear                 | the group              | 401         | 401         | 404         | 404         | 404         | 200:place   | 200:place   | 200:place   | 404         | 200:place  
PATCH  /api/v1/chats/:id/request               | P's request            | 401         | 401         | 404         | 403         | 404         | 404         | 404         | 404         | 404         | 200:chat   
POST   /api/v1/sync/push                       | a message to the group | 401         | 401         | 200:rejected | 200:rejected | 200:rejected | 200:applied | 200:applied | 200:applied | 200:rejected | 200:applied
POST   /api/v1/sync/push                       | as O's device          | 401         | 401         | 409         | 409         | 409         | 409         | 409         | 409         | 409         | 200:applied
POST   /api/v1/sync/pull                       | with O's cursors       | 401         | 401         | 200:pull    | 200:pull    | 200:pull    | 200:pull    | 200:pull    | 200:pull    | 200:pull    | 200:pull
POST   /api/v1/sync/pull                       | as O's device          | 401         | 401         | 409         | 409         | 409         | 409         | 409         | 409         | 409         | 200:pull
POST   /api/v1/sync/revalidate                 | a message in the group | 401         | 401         | 200:absent  | 200:absent  | 200:absent  | 200:shown   | 200:shown   | 200:shown   | 200:absent  | 200:shown
POST   /api/v1/sync/cancel                     | a key of O's           | 401         | 401         | 200:cancel  | 200:cancel  | 200:cancel  | 200:cancel  | 200:cancel  | 200:cancel  | 200:cancel  | 200:cancel
`;

export interface Cell {
  status: number;
  /** The name of the exact set of fields, for a success. */
  view: string | undefined;
  count: number | undefined;
}

export interface Row {
  route: string;
  situation: string;
  cells: Readonly<Record<Actor, Cell>>;
}

const readCell = (text: string): Cell => {
  const match = /^(\d{3})(?::([a-z]+))?(?:×(\d+))?$/.exec(text);
  if (match === null) throw new Error(`Not a cell: ${text}`);
  const [, status, view, count] = match;
  return { status: Number(status), view, count: count === undefined ? undefined : Number(count) };
};

const tables = [TABLE, POSTS_TABLE, ACCOUNT_TABLE, QR_TABLE, OIDC_TABLE, STRANGERS_TABLE, SEARCH_TABLE];
const [header = '', ...lines] = tables
  .map((table) => table.trim())
  .join('\n')
  .split('\n');
const titles = header.split('|').map((title) => title.trim());

export const rows: readonly Row[] = lines.map((line) => {
  const texts = line.split('|').map((text) => text.trim());
  const [route = '', situation = ''] = texts;
  const cellOf = (actor: Actor): Cell => readCell(texts[titles.indexOf(actor)] ?? '');
  return {
    route: route.replace(/\s+/, ' '),
    situation,
    cells: {
      N: cellOf('N'),
      X: cellOf('X'),
      S: cellOf('S'),
      P: cellOf('P'),
      F: cellOf('F'),
      B: cellOf('B'),
      b: cellOf('b'),
      M: cellOf('M'),
      E: cellOf('E'),
      O: cellOf('O'),
    },
  };
});
