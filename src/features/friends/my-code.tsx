import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatUniqueCode } from '../../../protocol/index.ts';
import { Button } from '../../components/button.tsx';
import { CodeDisplay } from '../../components/code-display.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Section } from '../../components/section.tsx';
import { Stack } from '../../components/stack.tsx';
import { useShare } from '../people/use-share.ts';
import { useMyProfile } from '../profile/use-my-profile.ts';

/** Shares my code, with the address of my profile. */
export function useShareMyCode(): (code: string) => void {
  const { t } = useTranslation();
  const share = useShare();
  return (code) => share(t('profile.shareText', { code: formatUniqueCode(code) }), addressOf(code));
}

const addressOf = (code: string): string => `${location.origin}/users/${code}`;

/** My own code, as a picture to scan and as text to copy and to share. */
export function MyCode() {
  const { t } = useTranslation();
  const me = useMyProfile();
  const share = useShareMyCode();
  if (!me) return null;
  const { uniqueCode } = me.user;
  return (
    <Section surface="padded" note={t('profile.myCodeHint')}>
      <Stack gap="md">
        <QrCode text={addressOf(uniqueCode)} label={t('friends.qrLabel')} />
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
