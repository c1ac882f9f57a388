import type { FieldValues } from 'react-hook-form';
import type { Answer, SignedIn } from '../../session/api.ts';
import { useServices } from '../../session/services.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** Sends a form that ends in a session. */
export function useAuthSubmit<Values extends FieldValues>(
  options: Parameters<typeof useFormSubmit<Values>>[0],
): (answer: Promise<Answer<SignedIn>>) => Promise<boolean> {
  const { session } = useServices();
  const submit = useFormSubmit(options);
  return async (asked) => {
    const answer = await submit(asked);
    if (answer) await session.signIn(answer.data);
    return answer !== null;
  };
}
