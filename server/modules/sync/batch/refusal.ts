import { errorKinds, ProtocolError } from '../../../../protocol/index.ts';
import { sqlStateOf } from '../../../db/sql-state.ts';

/** Carries a refusal out of the transaction of a mutation that runs alone, which is then rolled back. */
export class Refusal extends Error {
  readonly problem: ProtocolError;

  constructor(problem: ProtocolError) {
    super(problem.message, { cause: problem });
    this.problem = problem;
  }
}

/** The refusal that an error is, if it is final; a value that the database cannot hold (class 22) never will be held. */
export const refusalOf = (error: unknown): ProtocolError | null => {
  if (error instanceof ProtocolError) return errorKinds[error.kind].retry === 'final' ? error : null;
  return sqlStateOf(error)?.startsWith('22') ? new ProtocolError('validation', { cause: error }) : null;
};
