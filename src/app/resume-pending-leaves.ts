import { pendingLeavesOf } from '../session/pending-leaves.ts';
import type { Services } from '../session/services.tsx';
import { whenSignedIn } from './when-signed-in.ts';

/** Says to the server that strangers were left whom the page before this one left. */
export const resumePendingLeaves = ({ api, session }: Pick<Services, 'api' | 'session'>): void =>
  whenSignedIn(session, async ({ userId }) => {
    const leaves = pendingLeavesOf(localStorage, userId);
    // Hardly ever anything: its code is loaded when there is.
    if (leaves.length === 0) return;
    const { leaveUntilAcknowledged } = await import('../features/strangers/leave-until-acknowledged.ts');
    await Promise.all(leaves.map((leave) => leaveUntilAcknowledged({ api, session }, localStorage, leave)));
  });
