import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ErrorKind, ProtocolError } from '../../../protocol/index.ts';
import { useErrorText } from '../../app/error-text.ts';
import type { Answer } from '../../session/call-server.ts';
import { useServices } from '../../session/services.tsx';

type SubmitOptions<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>;
  /** Errors that belong to a field though the server names none. */
  fieldOfKind?: Partial<Record<ErrorKind, FieldPath<Values>>>;
  /** Errors that the screen itself shows. @returns whether it does */
  onRefused?: (error: ProtocolError) => boolean;
  /** What to say when the server cannot be reached. */
  offlineText: string;
};

/**
 * Sends a form. A refusal shows in a toast, and at its field if it has one; what was typed stays.
 * @returns sends it, and answers the data, or null when something went wrong
 */
export function useFormSubmit<Values extends FieldValues>({
  form,
  fieldOfKind = {},
  onRefused = () => false,
  offlineText,
}: SubmitOptions<Values>): <T>(answer: Promise<Answer<T>>) => Promise<{ data: T } | null> {
  const { session, toaster } = useServices();
  const errorText = useErrorText();

  const isField = (name: string): name is FieldPath<Values> => name in form.getValues();
  const showRefusal = (error: ProtocolError): void => {
    let first = true;
    const setFieldError = (field: FieldPath<Values>, message: string) => {
      form.setError(field, { type: 'server', message }, { shouldFocus: first });
      first = false;
    };
    const field = fieldOfKind[error.kind];
    if (field !== undefined) setFieldError(field, errorText(error.detail));
    for (const { field: name, message } of error.errors ?? []) {
      if (isField(name) && name !== field) setFieldError(name, message);
    }
    toaster.show({ message: errorText(error.detail), variant: 'error' });
  };

  return async (asked) => {
    const answer = await asked;
    if (answer.kind === 'done') return { data: answer.data };
    if (answer.kind === 'refused') {
      if (answer.error.kind === 'session_dead') await session.forceSignOut();
      else if (!onRefused(answer.error)) showRefusal(answer.error);
    }
    // Being offline is no failed call: the form says so itself. Anything else that is unreachable is one.
    else if (navigator.onLine) toaster.show({ message: errorText(null), variant: 'error' });
    else toaster.show({ message: offlineText, variant: 'warning' });
    return null;
  };
}
