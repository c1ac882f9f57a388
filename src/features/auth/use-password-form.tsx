import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { deletionBody, oidcLinkBody, qrGrantBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { PasswordField } from '../../components/password-field.tsx';
import type { Answer } from '../../session/call-server.ts';
import { useServices } from '../../session/services.tsx';
import { useFieldError } from './field-error.ts';
import { useFormSubmit } from './use-form-submit.ts';

type PasswordForm = {
  body: typeof deletionBody | typeof oidcLinkBody | typeof qrGrantBody;
  /** What to say when the server cannot be reached. */
  offlineText: string;
};

/**
 * A form whose one field is the member's password: the phone in hand may be somebody else's, so only who knows it goes on.
 * @returns the field; `handleSubmit` for the form; and `ask`, which sends the call with the session's token and answers the
 * data, or null when it failed (the form has said why)
 */
export function usePasswordForm({ body, offlineText }: PasswordForm) {
  const { t } = useTranslation();
  const { session } = useServices();
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(body),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({ form, fieldOfKind: { wrong_password: 'password' }, offlineText });
  const { errors, isSubmitting } = form.formState;
  return {
    isSubmitting,
    handleSubmit: form.handleSubmit,
    ask: async <T,>(call: (token: string) => Promise<Answer<T>>): Promise<{ data: T } | null> => {
      const token = session.token();
      return token === null ? null : submit(call(token));
    },
    field: (
      <PasswordField
        label={t('auth.currentPassword')}
        autoComplete="current-password"
        error={fieldError(errors.password)}
        {...form.register('password')}
      />
    ),
  };
}
