import type { Api } from './api.ts';
import type { Session } from './session-types.ts';

/** Asks in silence whether a server that could not be reached is there by now; the session begins anew when it answers. */
export const askAgain = async (
  api: Pick<Api, 'verify'>,
  session: Pick<Session, 'state' | 'token' | 'start'>,
): Promise<void> => {
  const token = session.token();
  if (session.state.value.kind !== 'unreachable' || token === null) return;
  const answer = await api.verify(token);
  const hasAnswered =
    answer.kind === 'done' || (answer.kind === 'refused' && answer.error.kind === 'session_dead');
  // The member may have pressed the button of that screen meanwhile.
  if (hasAnswered && session.state.value.kind === 'unreachable') await session.start();
};
