import { type MutationName, ProtocolError } from '../../../protocol/index.ts';
import type { MutationInput } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { type Success, useSaySuccess } from '../../app/use-say-success.ts';
import { useEngine, useServices } from '../../session/services.tsx';

type Done = string | { readonly success: Success };

/**
 * Does something that works offline, and says that it is done. @returns false when it could not be stored, as on a full
 * disk; the toast has said so
 */
export function useAct(): <N extends MutationName>(
  name: N,
  args: MutationInput<N>,
  done: Done,
) => Promise<boolean> {
  const actOnAll = useActOnAll();
  return (name, args, done) => actOnAll(name, [args], done);
}

/** The same with several things, of which it is said once that they are done. */
export function useActOnAll(): <N extends MutationName>(
  name: N,
  args: readonly MutationInput<N>[],
  done: Done,
) => Promise<boolean> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  const saySuccess = useSaySuccess();
  return async (name, args, done) => {
    try {
      await Promise.all(args.map((each) => engine.mutate(name, each)));
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
