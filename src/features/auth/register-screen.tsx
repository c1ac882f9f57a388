import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RegisterBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { SignedIn } from '../../session/auth-api.ts';
import type { Answer } from '../../session/call-server.ts';
import { oidcReturn } from '../../session/oidc-return.ts';
import { useServices } from '../../session/services.tsx';
import { PersonFields } from '../profile/person-fields.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { useFieldError } from './field-error.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { registerForm } from './register-form.ts';
import { useAuthSubmit } from './use-auth-submit.ts';

export function RegisterScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={<Hero title={t('auth.registerTitle')} lead={t('auth.registerLead')} />}
    >
      <RegisterForm />
      <Button variant="quiet" isWide render={<Link to="/" />}>
        {t('auth.haveAccount')}
      </Button>
    </NarrowLayout>
  );
}

/** An optional field that is left empty is not sent. */
const emptyAsNothing = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** A newcomer who has come from the OpenID provider. From here on only this form knows: the next one at it is somebody else. */
function useNewcomer() {
  const [newcomer, setNewcomer] = useState(oidcReturn.newcomer);
  useEffect(() => oidcReturn.keepNewcomer(null), []);
  return { newcomer, forget: () => setNewcomer(null) };
}

function RegisterForm() {
  const { t } = useTranslation();
  const { api, toaster } = useServices();
  const fieldError = useFieldError();
  const { newcomer, forget } = useNewcomer();
  /** The e-mail of a try that may have made the account. */
  const unanswered = useRef<string>(undefined);
  const form = useForm({
    resolver: zodResolver(registerForm),
    defaultValues: {
      email: newcomer?.profile.email ?? '',
      password: '',
      confirmPassword: '',
      firstName: newcomer?.profile.firstName ?? '',
      lastName: newcomer?.profile.lastName ?? '',
      birthDate: '',
    },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useAuthSubmit({
    form,
    fieldOfKind: { email_taken: 'email', weak_password: 'password' },
    onRefused: ({ kind }) => {
      if (kind === 'oidc_dead' || kind === 'oidc_expired' || kind === 'oidc_unknown') forget();
      return false;
    },
    offlineText: t('auth.needsNetworkRegister'),
  });
  const { errors, isSubmitting, touchedFields } = form.formState;
  /** An account whose answer got lost on the way is there when one asks again: its owner is let in. */
  const ask = async (body: RegisterBody): Promise<Answer<SignedIn>> => {
    const answer = await (newcomer ? api.oidcRegister({ ...body, code: newcomer.code }) : api.register(body));
    if (answer.kind === 'unreachable') unanswered.current = body.email;
    const isTaken = answer.kind === 'refused' && answer.error.kind === 'email_taken';
    if (!isTaken || unanswered.current !== body.email) return answer;
    const entered = await api.login({ email: body.email, password: body.password });
    return entered.kind === 'refused' ? answer : entered;
  };
  const register = form.handleSubmit(async ({ confirmPassword: _local, ...body }) => {
    if (await submit(ask(body))) {
      toaster.show({ message: t('success.accountCreated'), variant: 'success' });
    }
  });
  return (
    <form noValidate onSubmit={register}>
      <Stack>
        <OfflineBanner text={t('auth.needsNetworkRegister')} />
        {newcomer && (
          <Banner tone="info" icon={<LogIn size={20} />}>
            {t('account.newcomerNote')}
          </Banner>
        )}
        <PersonFields
          fields={{
            firstName: form.register('firstName'),
            middleName: form.register('middleName', { setValueAs: emptyAsNothing }),
            lastName: form.register('lastName'),
            birthDate: form.register('birthDate'),
          }}
          errors={errors}
        />
        <TextField
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldError(errors.email)}
          {...form.register('email')}
        />
        <NewPasswordFields
          label={t('auth.password')}
          value={form.watch('password')}
          password={form.register('password', {
            onChange: () => {
              if (touchedFields.confirmPassword) void form.trigger('confirmPassword');
            },
          })}
          confirm={form.register('confirmPassword')}
          errors={{ password: errors.password, confirm: errors.confirmPassword }}
        />
        <Button type="submit" isWide isLoading={isSubmitting}>
          {t('auth.register')}
        </Button>
      </Stack>
    </form>
  );
}
