import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { LogOut, QrCode, TriangleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { loginBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useExternalValue } from '../../app/use-observable.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { qrLink } from '../../session/qr-link.ts';
import { useServices, useSessionState } from '../../session/services.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { useFieldError } from './field-error.ts';
import { InstalledAppOffer } from './installed-app-offer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAuthSubmit, useIsEntering } from './use-auth-submit.ts';

export function SignInScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout corner={<LanguageSwitch />} hero={<Hero title={t('app.name')} lead={t('app.tagline')} />}>
      <SignedOutNotice />
      <WaitingCode />
      <SignInForm />
      <ProviderSignIn />
      <Button
        variant="outline"
        isWide
        icon={<QrCode size={20} aria-hidden="true" />}
        render={<Link to="/qr-login" />}
      >
        {t('auth.scanToSignIn')}
      </Button>
      <TextLink lead={t('auth.noAccount')} align="center" render={<Link to="/register" />}>
        {t('auth.createAccount')}
      </TextLink>
      <InstalledAppOffer />
    </NarrowLayout>
  );
}

/** The member did not ask to be signed out: say it, and what waits for the way back. */
function SignedOutNotice() {
  const { t } = useTranslation();
  const state = useSessionState();
  if (state.kind !== 'anonymous' || state.notice === null) return null;
  const { waiting, lost = 0 } = state.notice;
  if (lost > 0) {
    return (
      <Banner tone="danger" icon={<TriangleAlert size={20} />}>
        {t('status.lost', { count: lost })}
      </Banner>
    );
  }
  return (
    <Banner tone="info" icon={<LogOut size={20} />}>
      {waiting > 0 ? t('auth.signedOutWaiting', { count: waiting }) : t('auth.signedOut')}
    </Banner>
  );
}

/** The phone's own camera has opened another device's code before anybody is signed in here. */
function WaitingCode() {
  const { t } = useTranslation();
  const id = useExternalValue(
    qrLink.changes,
    () => qrLink.id('signIn'),
    () => null,
  );
  if (id === null) return null;
  return (
    <Banner tone="info" icon={<QrCode size={20} />}>
      {t('qr.codeWaits')}
    </Banner>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const { api } = useServices();
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useAuthSubmit({
    form,
    fieldOfKind: { invalid_credentials: 'password' },
    offlineText: t('auth.needsNetwork'),
  });
  const { errors, isSubmitting } = form.formState;
  const isEntering = useIsEntering();
  return (
    <form noValidate onSubmit={form.handleSubmit(async (body) => void (await submit(api.login(body))))}>
      <Stack>
        <OfflineBanner text={t('auth.needsNetwork')} />
        <TextField
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldError(errors.email)}
          {...form.register('email')}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          error={fieldError(errors.password)}
          {...form.register('password')}
        />
        <Button type="submit" isWide isLoading={isSubmitting || isEntering}>
          {t('auth.loginWithCredentials')}
        </Button>
        <TextLink align="center" render={<Link to="/forgot-password" />}>
          {t('auth.forgotPassword')}
        </TextLink>
      </Stack>
    </form>
  );
}
