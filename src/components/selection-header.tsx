import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../theme/mixins.css.ts';
import { AppHeader } from './app-header.tsx';
import { IconButton } from './icon-button.tsx';

interface SelectionHeaderProps {
  count: number;
  onLeave: () => void;
}

/** In place of the chat's header: how many are selected, and the way out. */
export function SelectionHeader({ count, onLeave }: SelectionHeaderProps) {
  const { t } = useTranslation();
  const words = t('selection.count', { count });
  // A live region is read out when it changes, not when it comes into the document with its words.
  const [said, setSaid] = useState('');
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(words));
    return () => cancelAnimationFrame(frame);
  }, [words]);
  return (
    <AppHeader
      leading={
        <IconButton
          label={t('selection.leave')}
          icon={<X size={24} aria-hidden="true" />}
          onClick={onLeave}
        />
      }
      title={words}
      status={
        <span role="status" className={visuallyHidden}>
          {said}
        </span>
      }
    />
  );
}
