import { z } from './zod.ts';

/**
 * What a caller does about an error. Retry is chosen from the kind, never from a message.
 * - `final`: repeating the same request cannot help.
 * - `transient`: try again later, without limit in time.
 * - `wait`: try again after the time the answer names.
 * - `pause`: nothing of this account can be sent until someone acts (sign in, update, free space).
 */
export const retryClasses = ['final', 'transient', 'wait', 'pause'] as const;
export type RetryClass = (typeof retryClasses)[number];

/** The closed set of error kinds: HTTP status, retry class, and the English words a toast shows when nothing better is known. */
export const errorKinds = {
  validation: { status: 400, retry: 'final', message: 'Some fields need another look' },
  self_request: { status: 400, retry: 'final', message: 'That is your own code' },
  session_dead: { status: 401, retry: 'pause', message: 'Please sign in again' },
  forbidden: { status: 403, retry: 'final', message: 'You are not allowed to do that' },
  /** The account is suspended: `GET /account/standing` says why and until when. */
  suspended: { status: 403, retry: 'pause', message: 'Your account is suspended' },
  /** A site that is not on the server's list asks for a sign-in. */
  site_not_allowed: {
    status: 403,
    retry: 'final',
    message: 'This site is not allowed to sign in with your account',
  },
  not_found: { status: 404, retry: 'final', message: 'Not found' },
  method_not_allowed: { status: 405, retry: 'final', message: 'Method not allowed' },
  request_timeout: { status: 408, retry: 'transient', message: 'The request took too long' },
  conflict: { status: 409, retry: 'final', message: 'This has changed in the meantime' },
  too_late: { status: 409, retry: 'final', message: 'It is too late for that' },
  already_friends: { status: 409, retry: 'final', message: 'You are already friends' },
  already_requested: { status: 409, retry: 'final', message: 'A request is already waiting' },
  successor_required: {
    status: 422,
    retry: 'final',
    message: 'Choose who takes over before you leave',
  },
  chat_full: { status: 422, retry: 'final', message: 'This chat is full' },
  /** As many chats are pinned as may be. */
  pins_full: { status: 422, retry: 'final', message: 'You can pin 10 chats. Unpin one first' },
  too_many_pinned: {
    status: 422,
    retry: 'final',
    message: 'This chat has 50 pinned messages already. Unpin one first',
  },
  too_many_starred: {
    status: 422,
    retry: 'final',
    message: 'You have 500 starred messages already. Take a star away first',
  },
  adults_only: { status: 422, retry: 'final', message: 'Only for people who are 18 or older' },
  paused_for_review: {
    status: 422,
    retry: 'final',
    message: 'Meeting strangers is paused until somebody has looked at reports about you',
  },
  chat_over: { status: 422, retry: 'final', message: 'This chat is over' },
  request_text_only: {
    status: 422,
    retry: 'final',
    message: 'Only text until your message request is accepted',
  },
  /** The member has not yet said yes to this site. */
  consent_needed: { status: 409, retry: 'final', message: 'You have not allowed this site yet' },
  email_taken: { status: 409, retry: 'final', message: 'An account with this e-mail already exists' },
  /** One copy of one's data a day: the one of today is there or on its way. */
  export_too_soon: {
    status: 409,
    retry: 'final',
    message: 'You have asked for a copy in the last 24 hours. Try again tomorrow',
  },
  id_taken: { status: 409, retry: 'final', message: 'This already exists' },
  wrong_account: { status: 409, retry: 'pause', message: 'This belongs to another account' },
  out_of_order: {
    status: 409,
    retry: 'transient',
    message: 'Something you did before this has to arrive first',
  },
  dependency_missing: {
    status: 409,
    retry: 'transient',
    message: 'What belongs to this has not arrived yet',
  },
  cursor_expired: { status: 410, retry: 'final', message: 'This list has changed. Load it again' },
  too_large: { status: 413, retry: 'final', message: 'That is too large' },
  unsupported_type: { status: 415, retry: 'final', message: 'This type is not supported' },
  unreadable_media: { status: 422, retry: 'final', message: 'This picture or video cannot be read' },
  quota_full: { status: 422, retry: 'final', message: 'There is no room for more files in your account' },
  invalid_credentials: { status: 422, retry: 'final', message: 'Wrong e-mail or password' },
  wrong_password: { status: 422, retry: 'final', message: 'That is not your current password' },
  reset_dead: { status: 422, retry: 'final', message: 'This link was used already. Ask for a new one' },
  /** A newer one was asked for. */
  reset_replaced: {
    status: 422,
    retry: 'final',
    message: 'A newer link was sent after this one. Open that, or ask for a new one',
  },
  /** Taken back by a changed password, or by the end of the account. */
  reset_withdrawn: {
    status: 422,
    retry: 'final',
    message: 'Your account was changed after this link was sent. Ask for a new one',
  },
  /** No link of ours, or not all of one. */
  reset_unknown: {
    status: 422,
    retry: 'final',
    message: 'We do not know this link. Open it from the mail again, or ask for a new one',
  },
  reset_expired: { status: 422, retry: 'final', message: 'This link has expired. Ask for a new one' },
  qr_dead: { status: 410, retry: 'final', message: 'This code was used already. Ask for a new one' },
  qr_expired: { status: 410, retry: 'final', message: 'This code has expired. Ask for a new one' },
  qr_wrong_number: {
    status: 422,
    retry: 'final',
    message: 'That is not the number of the other device, so nobody was signed in',
  },
  oidc_dead: { status: 410, retry: 'final', message: 'This sign-in was used already. Please begin again' },
  oidc_expired: { status: 410, retry: 'final', message: 'This sign-in took too long. Please begin again' },
  /** Another browser's or another account's; or so old that nothing is known of it. */
  oidc_unknown: {
    status: 410,
    retry: 'final',
    message: 'This sign-in was not begun here, or long ago. Please begin again',
  },
  /** The OpenID provider said no, or what it said could not be verified. */
  oidc_failed: {
    status: 422,
    retry: 'final',
    message: 'The sign-in was not confirmed. Try again, or use your password',
  },
  oidc_unreachable: {
    status: 503,
    retry: 'wait',
    message: 'The other service does not answer. Try again later, or use your password',
  },
  /** The provider's account has the e-mail of an account that was made with a password. */
  oidc_email_taken: {
    status: 409,
    retry: 'final',
    message: 'An account with this e-mail already exists. Sign in with its password',
  },
  /** The account at the provider opens somebody else's account here. */
  oidc_taken: {
    status: 409,
    retry: 'final',
    message: 'That account already opens another account here',
  },
  weak_password: { status: 422, retry: 'final', message: 'This password is too easy to guess' },
  key_reused: { status: 422, retry: 'final', message: 'This key was used for another request' },
  impossible: { status: 422, retry: 'final', message: 'That is not possible' },
  cancelled: { status: 422, retry: 'final', message: 'This was cancelled before it arrived' },
  upgrade_required: { status: 426, retry: 'pause', message: 'Please update Tambay' },
  rate_limited: { status: 429, retry: 'wait', message: 'Too many attempts, please wait a little' },
  internal: { status: 500, retry: 'transient', message: 'Something went wrong on our side' },
  unavailable: { status: 503, retry: 'wait', message: 'Tambay is busy, please try again' },
  storage_full: { status: 507, retry: 'pause', message: 'No space is left' },
} as const satisfies Record<string, { status: number; retry: RetryClass; message: string }>;

export type ErrorKind = keyof typeof errorKinds;

const isErrorKind = (value: string): value is ErrorKind => Object.hasOwn(errorKinds, value);

export const errorKind = z
  .custom<ErrorKind>((value) => typeof value === 'string' && isErrorKind(value))
  .check(
    z.meta({
      type: 'string',
      enum: Object.keys(errorKinds),
    }),
  );

export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** What a stored verdict or a failed answer says, without the HTTP part. */
export const errorDetail = z.object({
  code: errorKind,
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The body of every failed call (docs/decisions/0001). `message` is what the toast shows. */
export const errorBody = z.extend(errorDetail, { status: z.int(), requestId: z.string() });
export type ErrorBody = z.infer<typeof errorBody>;

/** The one class that carries an error kind through code, on both sides. */
export class ProtocolError extends Error {
  readonly kind: ErrorKind;
  readonly errors: FieldError[] | undefined;
  /** Its words are for this very case, not those of its kind. */
  readonly hasOwnWords: boolean;
  /** How long to wait before trying again, when the kind's retry class is `wait`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ErrorKind,
    options: {
      message?: string;
      errors?: FieldError[] | undefined;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(
      options.message ?? errorKinds[kind].message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = 'ProtocolError';
    this.kind = kind;
    this.errors = options.errors;
    this.hasOwnWords = options.message !== undefined;
    this.retryAfterMs = options.retryAfterMs;
  }

  get detail(): ErrorDetail {
    return { code: this.kind, message: this.message, ...(this.errors ? { errors: this.errors } : {}) };
  }
}
