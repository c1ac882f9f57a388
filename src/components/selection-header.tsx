import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from './app-header.tsx';
import { IconButton } from './icon-button.tsx';

interface SelectionHeaderProps {
  count: number;
  onLeave: () => void;
}

/** In place of the chat's header: how many are selected, and the way out. */
export function SelectionHeader({ count, onLeave }: SelectionHeaderProps) {
  const { t } = useTranslation();
  return (
    <AppHeader
      leading={
        <IconButton
          label={t('selection.leave')}
          icon={<X size={24} aria-hidden="true" />}
          onClick={onLeave}
        />
      }
      title={<span aria-live="polite">{t('selection.count', { count })}</span>}
    />
  );
}
