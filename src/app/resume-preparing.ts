import type { Session } from '../session/session-types.ts';
import { whenSignedIn } from './when-signed-in.ts';

/** Goes on with pictures and films that the page before this one was left with before they could be sent. */
export const resumePreparing = (session: Pick<Session, 'state'>): void =>
  whenSignedIn(session, async (engine) => {
    // Hardly ever anything: its code is loaded when there is.
    if ((await engine.files.preparation.list()).length === 0) return;
    const { preparePicked } = await import('../features/media/prepare-picked.ts');
    await preparePicked(engine);
  });
