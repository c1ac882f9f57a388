import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { CodeDisplay } from '../../components/code-display.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { useServices } from '../../session/services.tsx';
import { useMyProfile } from '../profile/use-my-profile.ts';

/** Shares a text where the system can, and copies it where it cannot. */
export function useShareMyCode(): (code: string) => void {
  const { t } = useTranslation();
  const { toaster } = useServices();
  return (code) => {
    const text = t('profile.shareText', { code: formatUniqueCode(code) });
    const url = `${location.origin}/users/${code}`;
    const copy = () =>
      navigator.clipboard
        .writeText(`${text} ${url}`)
        .then(() => toaster.show({ message: t('friends.codeShared'), variant: 'success' }));
    if (typeof navigator.share !== 'function') {
      // Refused without permission: the code stays on the screen to be read out.
      copy().catch(() => undefined);
      return;
    }
    // Closing the system's sheet is no failure.
    navigator.share({ text, url }).catch(() => undefined);
  };
}

/** My own code, to copy and to share. */
export function MyCode() {
  const { t } = useTranslation();
  const me = useMyProfile();
  const share = useShareMyCode();
  if (!me) return null;
  const { uniqueCode } = me.user;
  return (
    <Section surface="padded" note={t('profile.myCodeHint')}>
      <Stack gap="md">
        <CodeDisplay code={uniqueCode} label={t('profile.myCode')} />
        <Button
          variant="secondary"
          isWide
          icon={<Share2 size={18} aria-hidden="true" />}
          onClick={() => share(uniqueCode)}
        >
          {t('friends.shareMyCode')}
        </Button>
      </Stack>
    </Section>
  );
}
