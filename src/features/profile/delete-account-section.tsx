import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { deletionBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { unsentCount } from '../../session/unsent.ts';
import { useFieldError } from '../auth/field-error.ts';
import { OfflineBanner } from '../auth/offline-banner.tsx';
import { useFormSubmit } from '../auth/use-form-submit.ts';

/** The end of the account: the password, a question, and a fortnight in which signing in takes it back (docs/decisions/0007). */
export function DeleteAccountSection() {
  const { t, i18n } = useTranslation();
  const { api, session, toaster } = useServices();
  const unsent = unsentCount(useEngine());
  useEngineStatus();
  const fieldError = useFieldError();
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({
    resolver: zodResolver(deletionBody),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  const submit = useFormSubmit({
    form,
    fieldOfKind: { wrong_password: 'password' },
    offlineText: t('devices.unreachableHint'),
  });
  const { errors, isSubmitting } = form.formState;
  const remove = form.handleSubmit(async (body) => {
    const token = session.token();
    const answer = token === null ? null : await submit(api.deleteAccount(token, body));
    setIsAsking(false);
    if (!answer) return;
    const date = formatDate(i18n.language, 'dayYear', new Date(answer.data.deletionAt));
    await session.signOut('wipe');
    toaster.show({ message: t('account.deleteDone', { date }), variant: 'info', durationMs: 15_000 });
  });
  return (
    <Section title={t('account.deleteTitle')} surface="padded">
      <form noValidate onSubmit={form.handleSubmit(() => setIsAsking(true))}>
        <Stack>
          <p>{t('account.deleteLead')}</p>
          <OfflineBanner text={t('account.deleteNeedsNetwork')} />
          <PasswordField
            label={t('auth.currentPassword')}
            autoComplete="current-password"
            error={fieldError(errors.password)}
            {...form.register('password')}
          />
          <Button type="submit" isWide variant="dangerQuiet">
            {t('account.deleteButton')}
          </Button>
        </Stack>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        tone="danger"
        title={t('account.deleteAsk')}
        body={
          unsent > 0
            ? `${t('account.deleteBody')} ${t('account.deleteUnsent', { count: unsent })}`
            : t('account.deleteBody')
        }
        confirmLabel={t('account.deleteButton')}
        isConfirming={isSubmitting}
        onConfirm={() => void remove()}
      />
    </Section>
  );
}
