/** SQLSTATE has known classes; `EPIPE` has five characters too, and is none. */
const SQL_STATE = /^(?:[0-5][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** The SQLSTATE of a database error, however deep Drizzle and the drivers have wrapped it. */
export const sqlStateOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && SQL_STATE.test(cause.code)) return cause.code;
  }
  return undefined;
};

const RETRYABLE = new Set(['40001', '40P01']);

/** True when the database asks for the whole transaction to be tried again. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlStateOf(error) ?? '');

/** The constraint that a database error names. */
export const constraintOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint;
  }
  return undefined;
};
