import type { TFunction } from 'i18next';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChatRow, LIMITS } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useMutate } from '../../app/use-mutate.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Stack } from '../../components/stack.tsx';
import { TextField } from '../../components/text-field.tsx';

interface RenameSheetProps {
  chat: ChatRow;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const errorOf = (t: TFunction, name: string): string | undefined => {
  if (name.trim() === '') return t('validation.required');
  if (name.length > LIMITS.chatNameMax) return t('validation.tooLong', { max: LIMITS.chatNameMax });
  return undefined;
};

/** A new name for a chat. */
export function RenameSheet({ chat, isOpen, onOpenChange }: RenameSheetProps) {
  const { t } = useTranslation();
  const mutate = useMutate();
  // Each time it opens it begins with the name as it is, and follows it until something is typed.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (!isOpen) setTyped(null);
  }, [isOpen]);
  const name = typed ?? chat.name ?? '';
  useHoldUpdate(isOpen && name !== (chat.name ?? ''));
  const error = errorOf(t, name);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (error === undefined && (await mutate('updateChat', { chatId: chat.id, name }))) onOpenChange(false);
  };
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('group.rename')} layout="padded">
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextField
            name="name"
            label={t('group.name')}
            value={name}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" isWide>
            {t('action.save')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}
