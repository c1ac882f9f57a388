import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useTooLong } from '../../app/use-too-long.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';

interface RevealSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onReveal: (why: string) => Promise<void>;
}

/** Revealing the author behind an alias takes a reason that other moderators can read. */
export function RevealSheet({ isOpen, onOpenChange, onReveal }: RevealSheetProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  useHoldUpdate(isOpen && why !== '');
  const tooLong = useTooLong(why, LIMITS.moderationWordsMax);
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      layout="padded"
      title={t('moderation.revealTitle')}
      description={t('moderation.revealHint')}
    >
      <Stack>
        <TextAreaField
          label={t('moderation.why')}
          error={tooLong}
          value={why}
          onChange={(event) => setWhy(event.target.value)}
        />
        <Button
          isWide
          variant="danger"
          disabled={why.trim() === '' || tooLong !== undefined}
          onClick={() => void onReveal(why.trim())}
        >
          {t('moderation.reveal')}
        </Button>
      </Stack>
    </Sheet>
  );
}
