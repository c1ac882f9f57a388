import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { Banner, type BannerProps } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { fullName } from '../../queries/people.ts';
import { useAct } from './use-act.ts';

/** Says that I have blocked somebody, where otherwise I could write to them. */
export function BlockedBanner({ user, shape = 'card' }: { user: UserRow; shape?: BannerProps['shape'] }) {
  const { t } = useTranslation();
  const act = useAct();
  const name = fullName(user);
  return (
    <Banner
      tone="danger"
      shape={shape}
      icon={<Ban size={20} />}
      actions={
        <Button
          size="sm"
          variant="plain"
          onClick={() =>
            void act('setBlock', { userId: user.id, blocked: false }, t('people.unblocked', { name }))
          }
        >
          {t('people.unblock')}
        </Button>
      }
    >
      {t('people.blockedBanner', { name })}
    </Banner>
  );
}
