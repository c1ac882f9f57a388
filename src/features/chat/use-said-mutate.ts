import { useMemo, useRef } from 'react';
import { ProtocolError } from '../../../protocol/index.ts';
import type { MutationInput } from '../../../sync/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useEngine, useServices } from '../../session/services.tsx';

type Writes =
  | 'hideMessage'
  | 'deleteMessage'
  | 'reactToMessage'
  | 'editMessage'
  | 'pinMessage'
  | 'starMessage';

/** @returns whether it is kept */
export type SaidMutate = <N extends Writes>(name: N, args: MutationInput<N>) => Promise<boolean>;

/** Writes that may fail only on this device: a full disk is said. */
export const useSaidMutate = (): SaidMutate => {
  const engine = useEngine();
  const { toaster } = useServices();
  const say = useErrorText();
  const errorText = useRef(say);
  errorText.current = say;
  return useMemo(
    () =>
      <N extends Writes>(name: N, args: MutationInput<N>): Promise<boolean> =>
        engine.mutate(name, args).then(
          () => true,
          (error: unknown) => {
            const message = errorText.current(error instanceof ProtocolError ? error.detail : null);
            toaster.show({ message, variant: 'error' });
            return false;
          },
        ),
    [engine, toaster],
  );
};
