import { Link } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Hero } from '../../components/hero.tsx';
import { ignoreDoublePress } from '../../components/ignore-double-press.ts';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';
import { BirthDateField, NameFields } from '../profile/person-fields.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { useFieldError } from './field-error.ts';
import { FormStep } from './form-step.tsx';
import { NewPasswordField } from './new-password-fields.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useIsEntering } from './use-auth-submit.ts';
import { useRegistration } from './use-registration.ts';

export function RegisterScreen() {
  const { t } = useTranslation();
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={<Hero title={t('auth.registerTitle')} lead={t('auth.registerLead')} />}
    >
      <RegisterForm />
    </NarrowLayout>
  );
}

/** An optional field that is left empty is not sent. */
const emptyAsNothing = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

function RegisterForm() {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, newcomer, isLastStep, goOn, goBack, register } = useRegistration();
  const { errors, isSubmitting } = form.formState;
  const isEntering = useIsEntering();
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void (isLastStep ? register(event) : goOn());
  };
  return (
    <>
      <form noValidate onSubmit={send}>
        <Stack>
          <OfflineBanner text={t('auth.needsNetworkRegister')} />
          {newcomer && (
            <Banner tone="info" icon={<LogIn size={20} />}>
              {t('account.newcomerNote')}
            </Banner>
          )}
          <FormStep title={t('auth.registerFirstStep')} isShown={!isLastStep}>
            <NameFields
              fields={{
                firstName: form.register('firstName'),
                middleName: form.register('middleName', { setValueAs: emptyAsNothing }),
                lastName: form.register('lastName'),
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
          </FormStep>
          <FormStep title={t('auth.registerLastStep')} isShown={isLastStep}>
            <NewPasswordField
              label={t('auth.password')}
              value={form.watch('password')}
              field={form.register('password')}
              error={errors.password}
            />
            <BirthDateField field={form.register('birthDate')} error={errors.birthDate} />
          </FormStep>
          <Button type="submit" isWide isLoading={isSubmitting || isEntering} onClick={ignoreDoublePress}>
            {t(isLastStep ? 'auth.register' : 'action.next')}
          </Button>
        </Stack>
      </form>
      {isLastStep ? (
        <Button variant="quiet" isWide onClick={goBack}>
          {t('action.back')}
        </Button>
      ) : (
        <Button variant="quiet" isWide render={<Link to="/" />}>
          {t('auth.haveAccount')}
        </Button>
      )}
    </>
  );
}
