import { type MutationName, ProtocolError } from '../../../protocol/index.ts';
import type { MutationInput } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { type Success, useSaySuccess } from '../../app/use-say-success.ts';
import { useEngine, useServices } from '../../session/services.tsx';

/**
 * Does something that works offline, and says that it is done. @returns false when it could not be stored, as on a full
 * disk; the toast has said so
 */
export function useAct(): <N extends MutationName>(
  name: N,
  args: MutationInput<N>,
  done: string | { readonly success: Success },
) => Promise<boolean> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const saySuccess = useSaySuccess();
  return async (name, args, done) => {
    try {
      await engine.mutate(name, args);
    } catch (error) {
      toaster.show({
        message: errorText(error instanceof ProtocolError ? error.detail : null),
        variant: 'error',
      });
      return false;
    }
    if (typeof done === 'string') toaster.show({ message: done, variant: 'success' });
    else saySuccess(done.success);
    return true;
  };
}
