import { useCallback } from 'react';
import { type MutationName, ProtocolError } from '../../protocol/index.ts';
import type { MutationInput } from '../../sync/index.ts';
import { useEngine, useServices } from '../session/services.tsx';
import { useErrorText } from './error-text.ts';

/**
 * Writes a mutation, which works offline. Answers whether it is kept; when it is not (a full disk, for one), a toast has
 * said why.
 */
export function useMutate(): <N extends MutationName>(name: N, args: MutationInput<N>) => Promise<boolean> {
  const engine = useEngine();
  const { toaster } = useServices();
  const errorText = useErrorText();
  return useCallback(
    async (name, args) => {
      try {
        await engine.mutate(name, args);
        return true;
      } catch (error) {
        const detail = error instanceof ProtocolError ? error.detail : null;
        toaster.show({ message: errorText(detail), variant: 'error' });
        return false;
      }
    },
    [engine, errorText, toaster],
  );
}
