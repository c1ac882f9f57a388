import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '../../../protocol/index.ts';
import { Banner } from '../../components/banner.tsx';
import { useLookAlike } from './look-alikes.tsx';

/** Warns of somebody whose name looks like that of a friend; nothing for anybody else. */
export function LookAlikeNote({ user, shape }: { user: UserRow | undefined; shape?: 'edge' }) {
  const { t } = useTranslation();
  const friend = useLookAlike(user);
  if (friend === null) return null;
  return (
    <Banner tone="danger" icon={<TriangleAlert size={20} />} {...(shape ? { shape } : {})}>
      {t('people.looksLike', { name: friend })}
    </Banner>
  );
}
