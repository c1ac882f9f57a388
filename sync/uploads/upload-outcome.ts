import { type ErrorDetail, type ErrorKind, errorBody, errorKinds } from '../../protocol/index.ts';
import type { HttpAnswer } from '../platform/ports.ts';
import { classifyAnswer, type Failure } from '../transport/failure.ts';

/** How one attempt to send a file ended. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'interrupted' }
  | { kind: 'turnOver' }
  | { kind: 'failure'; failure: Failure; error: ErrorDetail };

/** Another sender's request is under way, or has brought more than we knew of: the next attempt asks where the file stands. */
const isOvertaken = ({ status, json }: HttpAnswer): boolean =>
  status === 423 || (status === 409 && errorBody.safeParse(json).data?.code === 'conflict');

/** What an answer other than 2xx means for the file. */
export const toFailure = (answer: HttpAnswer): Outcome => {
  const ours = errorBody.safeParse(answer.json);
  return {
    kind: 'failure',
    failure: isOvertaken(answer) ? { kind: 'transient', waitMs: undefined } : classifyAnswer(answer),
    error: ours.success ? toDetail(ours.data) : detail('internal'),
  };
};

/** An error of our own in the shape of the server's. */
export const detail = (code: ErrorKind): ErrorDetail => ({ code, message: errorKinds[code].message });

const toDetail = ({ code, message, errors }: ErrorDetail): ErrorDetail => ({
  code,
  message,
  ...(errors ? { errors } : {}),
});
