import { goodbyesOf } from '../session/goodbyes.ts';
import type { Services } from '../session/services.tsx';
import { whenSignedIn } from './when-signed-in.ts';

/** Says to the server that strangers were left whom the page before this one left. */
export const resumeGoodbyes = ({ api, session }: Pick<Services, 'api' | 'session'>): void =>
  whenSignedIn(session, async ({ userId }) => {
    const goodbyes = goodbyesOf(localStorage, userId);
    // Hardly ever anything: its code is loaded when there is.
    if (goodbyes.length === 0) return;
    const { leaveUntilHeard } = await import('../features/strangers/leave-until-heard.ts');
    await Promise.all(goodbyes.map((goodbye) => leaveUntilHeard({ api, session }, localStorage, goodbye)));
  });
