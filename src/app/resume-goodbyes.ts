import type { Services } from '../session/services.tsx';
import { GOODBYES_KEY } from './goodbyes-key.ts';
import { whenSignedIn } from './when-signed-in.ts';

/** Says to the server that strangers were left whom the page before this one left. */
export const resumeGoodbyes = ({ api, session }: Pick<Services, 'api' | 'session'>): void =>
  whenSignedIn(session, ({ userId }) => {
    // Hardly ever anything: its code is loaded when there is.
    if (localStorage.getItem(GOODBYES_KEY) === null) return;
    return Promise.all([
      import('../features/strangers/goodbyes.ts'),
      import('../features/strangers/leave-until-heard.ts'),
    ]).then(([{ goodbyesOf }, { leaveUntilHeard }]) =>
      Promise.all(
        goodbyesOf(localStorage, userId).map((goodbye) =>
          leaveUntilHeard({ api, session }, localStorage, goodbye),
        ),
      ),
    );
  });
