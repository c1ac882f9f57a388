import type { ErrorKind } from '../../protocol/index.ts';
import type { MessageKey } from './messages.ts';

/** The one table from error kind to text. */
export const errorMessageKeys = {
  validation: 'error.validation',
  self_request: 'error.selfRequest',
  session_dead: 'error.sessionDead',
  forbidden: 'error.forbidden',
  suspended: 'error.suspended',
  adults_only: 'error.adultsOnly',
  paused_for_review: 'error.pausedForReview',
  chat_over: 'error.chatOver',
  site_not_allowed: 'account.siteNotAllowed',
  consent_needed: 'account.consentNeeded',
  not_found: 'error.notFound',
  method_not_allowed: 'error.methodNotAllowed',
  request_timeout: 'error.requestTimeout',
  conflict: 'error.conflict',
  too_late: 'error.tooLate',
  already_friends: 'error.alreadyFriends',
  already_requested: 'error.alreadyRequested',
  successor_required: 'error.successorRequired',
  chat_full: 'error.chatFull',
  request_text_only: 'error.requestTextOnly',
  email_taken: 'error.emailTaken',
  export_too_soon: 'account.exportTooSoon',
  id_taken: 'error.idTaken',
  wrong_account: 'error.wrongAccount',
  out_of_order: 'error.outOfOrder',
  dependency_missing: 'error.dependencyMissing',
  cursor_expired: 'error.cursorExpired',
  too_large: 'error.tooLarge',
  unsupported_type: 'error.unsupportedType',
  unreadable_media: 'error.unreadableMedia',
  quota_full: 'error.quotaFull',
  invalid_credentials: 'error.invalidCredentials',
  wrong_password: 'error.wrongPassword',
  reset_dead: 'error.resetDead',
  reset_expired: 'account.resetExpired',
  qr_dead: 'error.qrDead',
  qr_wrong_number: 'error.qrWrongNumber',
  oidc_dead: 'error.oidcDead',
  oidc_failed: 'error.oidcFailed',
  oidc_unreachable: 'error.oidcUnreachable',
  oidc_email_taken: 'error.oidcEmailTaken',
  weak_password: 'error.weakPassword',
  key_reused: 'error.keyReused',
  impossible: 'error.impossible',
  cancelled: 'error.cancelled',
  upgrade_required: 'error.upgradeRequired',
  rate_limited: 'error.rateLimited',
  internal: 'error.internal',
  unavailable: 'error.unavailable',
  storage_full: 'error.storageFull',
} as const satisfies Record<ErrorKind, MessageKey>;

/** Schemas speak English, because the API does; a form looks its words up here to say them in the reader's language. */
const validationMessageKeys: ReadonlyMap<string, MessageKey> = new Map([
  ['Required', 'validation.required'],
  ['Must be a valid e-mail', 'validation.email'],
  ['Age can not be less than 13', 'validation.age'],
  ["Passwords don't match", 'validation.passwordsDiffer'],
  ['Must contain at least 8 characters', 'validation.passwordShort'],
  ['Must contain 13 characters', 'validation.codeLength'],
  ['Must be a real date', 'validation.realDate'],
  ['This password is too easy to guess', 'error.weakPassword'],
  ['That is not your current password', 'error.wrongPassword'],
  ['Contains characters that cannot be stored', 'validation.badCharacters'],
  ['Contains characters that cannot be shown', 'validation.badCharacters'],
  ['The same picture twice', 'validation.samePicture'],
  ['The same file twice', 'validation.sameFile'],
  ['The same person twice', 'validation.check'],
]);

/** The text key for a schema's message; one that is unknown still tells where to look. */
export function validationMessageKey(message: string): MessageKey {
  return validationMessageKeys.get(message) ?? 'validation.check';
}
