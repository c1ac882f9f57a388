/**
 * The version of everything that crosses the wire, sent with each pull, push and socket handshake.
 * `version.test.ts` hashes all message schemas: when it fails, the wire has changed. Bump the version, add a line
 * to the history, and update the hash in one commit. The server is deployed first.
 *
 * 1: accounts, friends, chats, messages, pull, push, socket.
 * 2: the export of an account: `/account/export`, the error `export_too_soon`, the push `exportReady`; reports of
 *    chats, and what surrounds a report; the errors `reset_expired`, `qr_expired` and `oidc_taken`; an account
 *    at an OpenID provider, connected by a member; pushes of comments and likes;
 *    heads in parts; the people of a page of messages; muted authors;
 *    the errors `reset_replaced`, `reset_withdrawn`, `reset_unknown`, `oidc_expired` and `oidc_unknown`;
 *    when a chat was deleted for oneself;
 *    what a device shows and has been seen elsewhere: `/notifications/seen`, `/notifications/over`;
 *    which words a push is told in, and when it was sent; files that their sender has given up;
 *    notifications that were seen without a network; forwarded files as copies of the forwarder's own;
 *    who may bring a member into groups; the size of a picture that is still to come;
 *    what a device whose storage was cleared had not sent; voice messages: their length and waveform;
 *    what a message without words shows, in its push; what a device like a new one had not sent;
 *    whom an edited message names; the media that an edit of a post was begun with;
 *    when a mute ends, and whether it mutes what names the member; when a message was seen;
 *    who has listened to a voice message; pinned chats: their rank, `/chats/{id}/pin`, the error `pins_full`;
 *    pinned messages: `pinnedMessages`, `pinMessage`, the error `too_many_pinned`;
 *    starred messages, and the error `too_many_starred`;
 *    previews of links: of which link a message wishes one, `preview` of a message, the setting `linkPreviews`; `/search`.
 */
export const PROTOCOL_VERSION = 2;

/** The oldest version the server still answers; older clients get `upgrade_required` and keep their outbox. */
export const PROTOCOL_FLOOR = 1;
