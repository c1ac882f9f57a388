/** The door of `protocol/`: everything that crosses the wire, and nothing else. */
export * from './app-caches.ts';
export { isolate, withoutBidiControls } from './bidi.ts';
export * from './birth-date.ts';
export * from './calls/account.ts';
export * from './calls/auth.ts';
export * from './calls/chats.ts';
export * from './calls/files.ts';
export * from './calls/health.ts';
export * from './calls/moderation.ts';
export * from './calls/notifications.ts';
export * from './calls/oidc.ts';
export * from './calls/posts.ts';
export * from './calls/qr.ts';
export * from './calls/reports.ts';
export * from './calls/revocation.ts';
export * from './calls/search.ts';
export * from './calls/settings.ts';
export * from './calls/strangers.ts';
export * from './calls/users.ts';
export { characterPlace, cutText, firstCharacter } from './cut-text.ts';
export { DATA_METER_CHANNEL } from './data-meter.ts';
export * from './email-address.ts';
export * from './envelope.ts';
export { errorTextsFil } from './error-texts-fil.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './known-visitor.ts';
export * from './language.ts';
export * from './limits.ts';
export * from './list-query.ts';
export type { MutationDeclaration } from './mutations/declare.ts';
export { isStaleEdit } from './mutations/expected-content.ts';
export type { MediaSize } from './mutations/media-sizes.ts';
export { namesSamePeople } from './mutations/mentions.ts';
export { linkInText, previewUrl } from './mutations/preview-link.ts';
export {
  type ReportKind,
  type ReportReason,
  reportKind,
  reportReason,
  reportStatement,
} from './mutations/report.ts';
export { hasMessageContent } from './mutations/send-message.ts';
export * from './mutations/table.ts';
export { canRead, upcast, VERSIONS_BACK } from './mutations/upcast.ts';
export { type Voice, waveform } from './mutations/voices.ts';
export { isMutedAt, isNotifiedAt } from './muted.ts';
export * from './normalize-text.ts';
export { isDeleted, ownName } from './own-name.ts';
export { parseJson } from './parse-json.ts';
export { fitPicture } from './picture-size.ts';
export { comparePins, isPinRank } from './pins.ts';
export { PROGRAM_TYPES } from './program-types.ts';
export * from './rows/block.ts';
export * from './rows/chat.ts';
export * from './rows/friendship.ts';
export * from './rows/hidden.ts';
export * from './rows/known-changes.ts';
export { type LinkPreview, linkPreview } from './rows/link-preview.ts';
export * from './rows/media.ts';
export * from './rows/message.ts';
export * from './rows/mute.ts';
export * from './rows/pinned-message.ts';
export * from './rows/post.ts';
export * from './rows/settings.ts';
export * from './rows/starred-message.ts';
export * from './rows/tables.ts';
export * from './rows/user.ts';
export * from './search-marks.ts';
export {
  foldText,
  hasWords,
  hitsIn,
  searchedText,
  type Wanted,
  wantedOf,
  wordsOf,
} from './search-words.ts';
export { type AuditedRow, auditSum, isAudited, isMessageAudited } from './sync/audit.ts';
export * from './sync/pull.ts';
export * from './sync/push.ts';
export * from './sync/scope.ts';
export * from './sync/socket.ts';
export * from './sync/status.ts';
export * from './sync/window.ts';
export * from './text.ts';
export * from './unique-code.ts';
export * from './version.ts';
export { REQUIRED, TOO_LONG, z } from './zod.ts';
