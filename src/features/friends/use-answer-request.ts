import { ProtocolError, type UserRow } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useSaySuccess } from '../../app/use-say-success.ts';
import { haptic } from '../../components/haptics.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { useSayHello } from './use-say-hello.ts';

/** Accepts or rejects a request of somebody; both work offline. An accepted one opens the way to the chat. */
export function useAnswerRequest(
  user: Pick<UserRow, 'uniqueCode'>,
): (friendshipId: string, answer: 'accept' | 'reject') => Promise<void> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const saySuccess = useSaySuccess();
  const sayHello = useSayHello();
  return async (friendshipId, answer) => {
    const isAccepted = answer === 'accept';
    try {
      await engine.mutate(isAccepted ? 'acceptFriend' : 'rejectFriend', { friendshipId });
    } catch (error) {
      // Not stored, so not answered: a full disk, for one.
      const detail = error instanceof ProtocolError ? error.detail : null;
      toaster.show({ message: errorText(detail), variant: 'error' });
      return;
    }
    if (isAccepted) haptic('success');
    if (isAccepted) saySuccess('friendRequestAccepted', { action: sayHello(user.uniqueCode) });
    else saySuccess('friendRequestRejected');
  };
}
