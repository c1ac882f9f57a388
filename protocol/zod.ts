import { z } from 'zod/mini';

// jitless: zod otherwise probes `new Function`, which our Content-Security-Policy reports as a violation.
// customError: the specification's generic message (§5) for whatever is missing.
z.config({
  jitless: true,
  customError: (issue) => (issue.input === undefined || issue.input === null ? REQUIRED : undefined),
});

/** The specification's generic message for a missing value (§5). */
export const REQUIRED = 'Required';
/** Said of a text or password over its limit; forms say it in the reader's language. */
export const TOO_LONG = 'Is too long';

export { z };
