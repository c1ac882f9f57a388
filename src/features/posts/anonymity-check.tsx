import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { Giveaway } from './identity-check.ts';

const KEYS = {
  code: 'posts.checkCode',
  email: 'posts.checkEmail',
  picture: 'posts.checkPicture',
} as const;

interface AnonymityCheckProps {
  giveaways: readonly Giveaway[];
  onOpenChange: (isOpen: boolean) => void;
  onPostAnyway: () => void;
}

/** Said before an anonymous post leaves the device: what in it names its writer. */
export function AnonymityCheck({ giveaways, onOpenChange, onPostAnyway }: AnonymityCheckProps) {
  const { t, i18n } = useTranslation();
  const words = giveaways.map((one) => {
    if (one.kind === 'name') return t('posts.checkName', { text: one.text });
    return t(KEYS[one.kind]);
  });
  const found = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(words);
  return (
    <ConfirmDialog
      isOpen={giveaways.length > 0}
      onOpenChange={onOpenChange}
      title={t('posts.checkTitle')}
      body={t('posts.checkBody', { found })}
      cancelLabel={t('action.edit')}
      confirmLabel={t('posts.postAnyway')}
      tone="danger"
      onConfirm={onPostAnyway}
    />
  );
}
