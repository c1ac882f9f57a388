import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { CloudOff, KeyRound, Link2Off } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { resetPasswordBody } from '../../../protocol/index.ts';
import { useIsOnline } from '../../app/online.ts';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { resetLink } from '../../session/reset-link.ts';
import { useServices } from '../../session/services.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** Why a link does nothing; `perhaps`: a try whose answer never came may have used it up. */
type Trouble = 'incomplete' | 'expired' | 'spent' | 'perhaps';

/** `/reset-password`: where the mail's link leads. */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  const [token, setToken] = useState(resetLink.token);
  const [trouble, setTrouble] = useState<Trouble>('incomplete');
  if (token === null) return <DeadLink trouble={trouble} />;
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={<Hero title={t('auth.resetTitle')} lead={t('auth.resetLead')} />}
    >
      <ResetPasswordForm
        token={token}
        onDead={(why) => {
          setTrouble(why);
          resetLink.forget();
          setToken(null);
        }}
      />
    </NarrowLayout>
  );
}

const troubleTexts = {
  incomplete: { line: 'account.resetIncomplete', hint: 'account.resetIncompleteHint' },
  expired: { line: 'account.resetExpired', hint: 'account.resetExpiredHint' },
  spent: { line: 'auth.resetDead', hint: 'auth.resetDeadHint' },
  perhaps: { line: 'account.resetPerhaps', hint: 'account.resetPerhapsHint' },
} as const satisfies Record<Trouble, object>;

function DeadLink({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation();
  const { line, hint } = troubleTexts[trouble];
  return (
    <NarrowLayout corner={<LanguageSwitch />}>
      <EmptyState
        icon={trouble === 'perhaps' ? <KeyRound size={32} /> : <Link2Off size={32} />}
        line={t(line)}
        isPageTitle
        hint={t(hint)}
        action={
          trouble === 'perhaps' ? (
            <Button render={<Link to="/" />}>{t('auth.haveAccount')}</Button>
          ) : (
            <Button render={<Link to="/forgot-password" />}>{t('auth.askNewLink')}</Button>
          )
        }
      />
    </NarrowLayout>
  );
}

type FormProps = { token: string; onDead: (why: Trouble) => void };

function ResetPasswordForm({ token, onDead }: FormProps) {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const isUnanswered = useRef(false);
  const form = useForm({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { newPassword: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const submit = useFormSubmit({
    form,
    fieldOfKind: { weak_password: 'newPassword' },
    onRefused: ({ kind }) => {
      if (kind === 'reset_expired') onDead('expired');
      else if (kind === 'reset_dead') onDead(isUnanswered.current ? 'perhaps' : 'spent');
      else return false;
      return true;
    },
    offlineText: t('auth.needsNetworkPassword'),
  });
  const { errors, isSubmitting, touchedFields } = form.formState;
  const reset = form.handleSubmit(async (body) => {
    const answer = await api.resetPassword(token, body);
    if (!(await submit(Promise.resolve(answer)))) {
      if (answer.kind === 'unreachable') isUnanswered.current = true;
      return;
    }
    resetLink.forget();
    toaster.show({ message: t('success.passwordUpdated'), variant: 'success' });
    // Every session has ended, one on this device too; what waits here stays for the way back.
    await session.forceSignOut();
    await navigate({ to: '/', replace: true });
  });
  return (
    <form noValidate onSubmit={reset}>
      <Stack>
        {!isOnline && (
          <Banner tone="spark" icon={<CloudOff size={20} />}>
            {t('auth.needsNetworkPassword')}
          </Banner>
        )}
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
          {t('auth.setNewPassword')}
        </Button>
      </Stack>
    </form>
  );
}
