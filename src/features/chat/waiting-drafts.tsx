import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import type { Draft } from './draft.ts';

interface WaitingDraftsProps {
  draft: Draft;
  /** What is still being prepared in the tray has no place among the drafts yet. */
  isDisabled?: boolean;
}

/** Says that more was written here and is kept: in another tab, or before something refused came back. Nothing while there is none. */
export function WaitingDrafts({ draft, isDisabled = false }: WaitingDraftsProps) {
  const { t } = useTranslation();
  const count = draft.waiting.length;
  if (count === 0) return null;
  return (
    <Button
      type="button"
      variant="quiet"
      size="sm"
      icon={<Layers size={18} aria-hidden="true" />}
      disabled={isDisabled}
      onClick={draft.showNext}
    >
      {t('chat.waitingDrafts', { count })}
    </Button>
  );
}
