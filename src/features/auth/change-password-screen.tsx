import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ChangePasswordBody, changePasswordBody } from '../../../protocol/index.ts';
import { useBack } from '../../app/use-back.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Stack } from '../../components/stack.tsx';
import type { Answer } from '../../session/call-server.ts';
import { useServices } from '../../session/services.tsx';
import { useMyProfile } from '../profile/use-my-profile.ts';
import { AccountScreenFrame } from '../shell/account-screen-frame.tsx';
import { useFieldError } from './field-error.ts';
import { MailResetLink } from './mail-reset-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** `/profile/change-password` */
export function ChangePasswordScreen() {
  const { t } = useTranslation();
  const back = useBack('/profile/settings');
  return (
    <AccountScreenFrame title={t('auth.changePassword')} backTo="/profile/settings">
      <ChangePasswordForm onDone={back} />
      <MailResetLink label={t('auth.forgotPassword')} variant="quiet" />
    </AccountScreenFrame>
  );
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const me = useMyProfile();
  const fieldError = useFieldError();
  /** A try that may have changed it. */
  const unanswered = useRef<ChangePasswordBody>(undefined);
  const form = useForm({
    resolver: zodResolver(changePasswordBody),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({
    form,
    fieldOfKind: { wrong_password: 'currentPassword', weak_password: 'newPassword' },
    offlineText: t('auth.needsNetworkPassword'),
  });
  const { errors, isSubmitting, touchedFields } = form.formState;
  /** A change whose answer got lost on the way is made when one asks again: what it set is the current password now. */
  const ask = async (token: string, body: ChangePasswordBody): Promise<Answer<unknown>> => {
    const lost = unanswered.current;
    const isAgain = lost?.currentPassword === body.currentPassword;
    const answer = await api.changePassword(token, body, { isQuiet: isAgain });
    if (answer.kind === 'unreachable') unanswered.current = lost ?? body;
    const isWrong = answer.kind === 'refused' && answer.error.kind === 'wrong_password';
    if (!isWrong || lost === undefined || !isAgain) return answer;
    return api.changePassword(token, { ...body, currentPassword: lost.newPassword });
  };
  const change = form.handleSubmit(async (body) => {
    const token = session.token();
    if (token === null || !(await submit(ask(token, body)))) return;
    toaster.show({ message: t('success.passwordUpdated'), variant: 'success' });
    onDone();
  });
  return (
    <form noValidate onSubmit={change}>
      <Stack>
        <p>{t('auth.changePasswordLead')}</p>
        <OfflineBanner text={t('auth.needsNetworkPassword')} />
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <PasswordField
          label={t('auth.currentPassword')}
          autoComplete="current-password"
          error={fieldError(errors.currentPassword)}
          {...form.register('currentPassword')}
        />
        <NewPasswordFields
          label={t('auth.newPassword')}
          value={form.watch('newPassword')}
          password={form.register('newPassword', {
            onChange: () => {
              if (touchedFields.confirmPassword) void form.trigger('confirmPassword');
            },
          })}
          confirm={form.register('confirmPassword')}
          errors={{ password: errors.newPassword, confirm: errors.confirmPassword }}
        />
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('auth.changePassword')}
        </Button>
      </Stack>
    </form>
  );
}
