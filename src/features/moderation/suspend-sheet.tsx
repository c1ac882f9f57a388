import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, type SuspendBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useTooLong } from '../../app/use-too-long.ts';
import { Button } from '../../components/button.tsx';
import { RadioList } from '../../components/radio-list.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';

const terms = ['1', '7', '30', 'forGood'] as const;

interface SuspendSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  name: string;
  onSuspend: (body: SuspendBody) => Promise<void>;
}

/** For how long, and what the member reads about it. */
export function SuspendSheet({ isOpen, onOpenChange, name, onSuspend }: SuspendSheetProps) {
  const { t } = useTranslation();
  const [term, setTerm] = useState<(typeof terms)[number]>('7');
  const [note, setNote] = useState('');
  useHoldUpdate(isOpen && note !== '');
  const tooLong = useTooLong(note, LIMITS.moderationWordsMax);
  const words = note.trim();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      layout="padded"
      title={t('moderation.suspendTitle', { name })}
      description={t('moderation.suspendHint')}
    >
      <Stack>
        <RadioList
          label={t('moderation.days')}
          value={term}
          options={terms.map((value) => ({
            value,
            label:
              value === 'forGood' ? t('moderation.forGood') : t('moderation.day', { count: Number(value) }),
          }))}
          onChange={setTerm}
        />
        <TextAreaField
          label={t('moderation.note')}
          error={tooLong}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button
          isWide
          variant="danger"
          disabled={tooLong !== undefined}
          onClick={() =>
            void onSuspend({
              days: term === 'forGood' ? null : Number(term),
              ...(words === '' ? {} : { note: words }),
            })
          }
        >
          {t('moderation.suspend')}
        </Button>
      </Stack>
    </Sheet>
  );
}
