import type { Engine } from '../../sync/index.ts';
import type { Session } from '../session/session-types.ts';
import { reportFault } from './faults.ts';

/** Carries on, as soon as a member's engine is there, with what the page before this one was left with. Once for each engine. */
export const whenSignedIn = (
  session: Pick<Session, 'state'>,
  resume: (engine: Engine) => Promise<unknown> | undefined,
): void => {
  let last: Engine | null = null;
  session.state.subscribe((state) => {
    const engine = state.kind === 'signedIn' ? state.engine : null;
    if (engine === null || engine === last) return;
    last = engine;
    resume(engine)?.catch(reportFault);
  });
};
