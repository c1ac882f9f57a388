import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deletionBody } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useEngine, useEngineStatus, useServices } from '../../session/services.tsx';
import { unsentCount } from '../../session/unsent.ts';
import { OfflineBanner } from '../auth/offline-banner.tsx';
import { usePasswordForm } from '../auth/use-password-form.tsx';

/** The end of the account: the password, a question, and a fortnight in which signing in takes it back (docs/decisions/0007). */
export function DeleteAccountSection() {
  const { t, i18n } = useTranslation();
  const { api, session, toaster } = useServices();
  const unsent = unsentCount(useEngine());
  useEngineStatus();
  const [isAsking, setIsAsking] = useState(false);
  const { field, ask, handleSubmit, isSubmitting } = usePasswordForm({
    body: deletionBody,
    offlineText: t('devices.unreachableHint'),
  });
  const remove = handleSubmit(async (body) => {
    const answer = await ask((token) => api.deleteAccount(token, body));
    setIsAsking(false);
    if (!answer) return;
    const date = formatDate(i18n.language, 'dayYear', new Date(answer.data.deletionAt));
    await session.signOut('wipe');
    toaster.show({ message: t('account.deleteDone', { date }), variant: 'info', durationMs: 15_000 });
  });
  return (
    <Section title={t('account.deleteTitle')} surface="padded">
      <form noValidate onSubmit={handleSubmit(() => setIsAsking(true))}>
        <Stack>
          <p>{t('account.deleteLead')}</p>
          <OfflineBanner text={t('account.deleteNeedsNetwork')} />
          {field}
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
