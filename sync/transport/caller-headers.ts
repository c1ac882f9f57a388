/**
 * Who asks. The acting user travels with what an outbox sends: a token of another account must not send this one's words.
 */
export const callerHeaders = (token: string, actingUser?: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(actingUser === undefined ? {} : { 'x-acting-user': actingUser }),
});
