import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { forgotPasswordBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useServices } from '../../session/services.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { useFieldError } from './field-error.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** `/forgot-password` */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={<Hero title={t('auth.forgotTitle')} lead={t('auth.forgotLead')} />}
    >
      <ForgotPasswordForm />
      <Button variant="quiet" isWide render={<Link to="/" />}>
        {t('auth.backToSignIn')}
      </Button>
    </NarrowLayout>
  );
}

function ForgotPasswordForm() {
  const { t } = useTranslation();
  const { api, toaster } = useServices();
  const fieldError = useFieldError();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(forgotPasswordBody),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({ form, offlineText: t('auth.needsNetworkPassword') });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    if (!(await submit(api.forgotPassword(body)))) return;
    setSentTo(body.email);
    toaster.show({ message: t('success.passwordResetSent'), variant: 'success' });
  });
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <OfflineBanner text={t('auth.needsNetworkPassword')} />
        {sentTo !== null && (
          <Banner tone="info" icon={<MailCheck size={20} />}>
            {t('auth.resetMailSent', { email: sentTo })}
          </Banner>
        )}
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
        <Button
          type="submit"
          isWide
          isLoading={isSubmitting}
          variant={sentTo === null ? 'primary' : 'outline'}
        >
          {t(sentTo === null ? 'auth.sendResetMail' : 'auth.sendResetMailAgain')}
        </Button>
      </Stack>
    </form>
  );
}
