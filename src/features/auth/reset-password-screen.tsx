import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { KeyRound, Link2Off } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ErrorKind, resetPasswordBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hero } from '../../components/hero.tsx';
import { NarrowLayout } from '../../components/narrow-layout.tsx';
import { Stack } from '../../components/stack.tsx';
import { resetLink } from '../../session/reset-link.ts';
import { EngineProvider, useServices, useSessionState } from '../../session/services.tsx';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useFormSubmit } from './use-form-submit.ts';

/** Only for members: it reads their database, which the public screens load no library for. */
const MailResetLink = lazy(async () => ({ default: (await import('./mail-reset-link.tsx')).MailResetLink }));

/** Why a link does nothing; `perhaps`: a try whose answer never came may have used it up. */
type Trouble = 'incomplete' | 'expired' | 'used' | 'perhaps' | 'replaced' | 'withdrawn' | 'unknown';

/** `/reset-password`: where the mail's link leads. */
export function ResetPasswordScreen() {
  const { t } = useTranslation();
  // A newer link that is opened in this tab comes as another fragment of the same address.
  useLocation();
  const token = resetLink.token();
  const [dead, setDead] = useState<{ token: string; why: Trouble } | null>(null);
  if (token === null)
    return (
      <NarrowLayout corner={<LanguageSwitch />}>
        <DeadLink trouble="incomplete" action={<WayOn trouble="incomplete" />} />
      </NarrowLayout>
    );
  const why = dead?.token === token ? dead.why : null;
  return (
    <NarrowLayout
      corner={<LanguageSwitch />}
      hero={why === null ? <Hero title={t('auth.resetTitle')} lead={t('auth.resetLead')} /> : undefined}
    >
      <Stack>
        {why !== null && <DeadLink trouble={why} />}
        <ResetPasswordForm
          token={token}
          onDead={(trouble) => setDead({ token, why: trouble })}
          instead={why === null ? null : <WayOn trouble={why} />}
        />
      </Stack>
    </NarrowLayout>
  );
}

const troubleTexts = {
  incomplete: { line: 'account.resetIncomplete', hint: 'account.resetIncompleteHint' },
  expired: { line: 'account.resetExpired', hint: 'account.resetExpiredHint' },
  used: { line: 'account.resetUsed', hint: 'account.resetUsedHint' },
  replaced: { line: 'account.resetReplaced', hint: 'account.resetReplacedHint' },
  withdrawn: { line: 'account.resetWithdrawn', hint: 'account.resetWithdrawnHint' },
  unknown: { line: 'account.resetUnknown', hint: 'account.resetUnknownHint' },
  perhaps: { line: 'account.resetPerhaps', hint: 'account.resetPerhapsHint' },
} as const satisfies Record<Trouble, object>;

const troubleOfKind: Partial<Record<ErrorKind, Trouble>> = {
  reset_expired: 'expired',
  reset_dead: 'used',
  reset_replaced: 'replaced',
  reset_withdrawn: 'withdrawn',
  reset_unknown: 'unknown',
};

function DeadLink({ trouble, action }: { trouble: Trouble; action?: ReactNode }) {
  const { t } = useTranslation();
  const { line, hint } = troubleTexts[trouble];
  return (
    <EmptyState
      icon={trouble === 'perhaps' ? <KeyRound size={32} /> : <Link2Off size={32} />}
      line={t(line)}
      isPageTitle
      hint={t(hint)}
      action={action}
    />
  );
}

function WayOn({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation();
  if (trouble !== 'perhaps') return <AskForLink />;
  return (
    <Button isWide render={<Link to="/" />}>
      {t('auth.haveAccount')}
    </Button>
  );
}

function AskForLink() {
  const { t } = useTranslation();
  const state = useSessionState();
  if (state.kind === 'signedIn')
    return (
      // The link leads here whether or not somebody is signed in: no signed-in screen stands above.
      <EngineProvider engine={state.engine}>
        <Suspense fallback={null}>
          <MailResetLink label={t('auth.askNewLink')} variant="primary" />
        </Suspense>
      </EngineProvider>
    );
  return (
    <Button isWide render={<Link to="/forgot-password" />}>
      {t('auth.askNewLink')}
    </Button>
  );
}

type FormProps = {
  token: string;
  onDead: (why: Trouble) => void;
  /** The way on where this link leads nowhere; what is typed stays for the next one. */
  instead: ReactNode;
};

function ResetPasswordForm({ token, onDead, instead }: FormProps) {
  const { t } = useTranslation();
  const { api, session, toaster } = useServices();
  const navigate = useNavigate();
  const isUnanswered = useRef(false);
  const form = useForm({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { newPassword: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({
    form,
    fieldOfKind: { weak_password: 'newPassword' },
    onRefused: ({ kind }) => {
      const trouble = troubleOfKind[kind];
      if (trouble === undefined) return false;
      onDead(trouble === 'used' && isUnanswered.current ? 'perhaps' : trouble);
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
    toaster.show({ message: t('success.passwordUpdated'), variant: 'success' });
    // Every session has ended, one on this device too; what waits here stays for the way back.
    await session.forceSignOut();
    await navigate({ to: '/', replace: true });
    // Not before: the screen without a token says that the link is not complete.
    resetLink.forget();
  });
  return (
    <form noValidate onSubmit={reset}>
      <Stack>
        <OfflineBanner text={t('auth.needsNetworkPassword')} />
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
        {instead ?? (
          <Button type="submit" isWide isLoading={isSubmitting}>
            {t('auth.setNewPassword')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
