import type { Services } from '../session/services.tsx';
import { reportFault } from './faults.ts';
import { GOODBYES_KEY } from './goodbyes-key.ts';

/** Says to the server, as soon as a member is there, that strangers were left whom the page before this one left. */
export const resumeGoodbyes = ({ api, session }: Pick<Services, 'api' | 'session'>): void => {
  let last: string | null = null;
  session.subscribe(() => {
    const state = session.get();
    const userId = state.kind === 'signedIn' ? state.engine.userId : null;
    if (userId === null || userId === last) return;
    last = userId;
    // Hardly ever anything: its code is loaded when there is.
    if (localStorage.getItem(GOODBYES_KEY) === null) return;
    void Promise.all([
      import('../features/strangers/goodbyes.ts'),
      import('../features/strangers/leave-until-heard.ts'),
    ])
      .then(([{ goodbyesOf }, { leaveUntilHeard }]) =>
        Promise.all(
          goodbyesOf(localStorage, userId).map((goodbye) =>
            leaveUntilHeard({ api, session }, localStorage, goodbye),
          ),
        ),
      )
      .catch(reportFault);
  });
};
