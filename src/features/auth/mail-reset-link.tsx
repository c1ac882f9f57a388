import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Stack } from '../../components/stack.tsx';
import { useServices } from '../../session/services.tsx';
import { useAccountCall } from '../profile/use-account-call.ts';
import { useMyProfile } from '../profile/use-my-profile.ts';

/**
 * A member who is signed in and forgot the password gets the link mailed from here: `/forgot-password` leads members to
 * their profile (specification §2).
 */
export function MailResetLink({ label, variant }: { label: string; variant: 'primary' | 'quiet' }) {
  const { t } = useTranslation();
  const { toaster } = useServices();
  const { call } = useAccountCall();
  const email = useMyProfile()?.email;
  const [isSending, setIsSending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  if (email === undefined) return null;
  const send = async (): Promise<void> => {
    setIsSending(true);
    const sent = await call((api) => api.forgotPassword({ email }));
    setIsSending(false);
    if (sent === null) return;
    setIsSent(true);
    toaster.show({ message: t('success.passwordResetSent'), variant: 'success' });
  };
  return (
    <Stack>
      {isSent && (
        <Banner tone="info" icon={<MailCheck size={20} />}>
          {t('auth.resetMailSent', { email })}
        </Banner>
      )}
      <Button
        type="button"
        variant={isSent ? 'quiet' : variant}
        isWide
        isLoading={isSending}
        onClick={() => void send()}
      >
        {isSent ? t('auth.sendResetMailAgain') : label}
      </Button>
    </Stack>
  );
}
