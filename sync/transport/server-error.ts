import { errorBody, errorKinds, ProtocolError } from '../../protocol/index.ts';
import type { HttpAnswer } from '../platform/ports.ts';

/**
 * The error in our own server's words; undefined when the answer is somebody else's, as of a captive portal or a proxy.
 * The status must agree with the kind: only a real 401 in our own words ends a session.
 */
export const serverErrorOf = ({ status, json, retryAfterMs }: HttpAnswer): ProtocolError | undefined => {
  const { data } = errorBody.safeParse(json);
  if (data === undefined || errorKinds[data.code].status !== status) return undefined;
  return new ProtocolError(data.code, { message: data.message, errors: data.errors, retryAfterMs });
};
