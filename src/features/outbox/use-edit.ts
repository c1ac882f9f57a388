import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OutboxItem } from '../../queries/outbox.ts';
import { useEngine, useServices } from '../../session/services.tsx';
import { editPlaceOf } from './edit-place.ts';

/**
 * Takes something back to where it was written. The words are a draft before the outbox releases them, or stay with it until
 * a form has them.
 * @returns null for what cannot be edited
 */
export function useEdit(
  item: Pick<OutboxItem, 'row' | 'chatCode' | 'isReadable' | 'isTargetDeleted'>,
): (() => Promise<void>) | null {
  const { t } = useTranslation();
  const engine = useEngine();
  const navigate = useNavigate();
  const { toaster } = useServices();
  const place = editPlaceOf(item, engine, navigate);
  if (place === null) return null;
  if ('form' in place) return place.form;
  return async () => {
    await place.put();
    const outcome = await engine.cancel(item.row.id);
    if (outcome === 'too_late') {
      await place.undo();
      toaster.show({ message: t('outbox.tooLate'), variant: 'info' });
      return;
    }
    if (outcome === 'later') toaster.show({ message: t('outbox.perhapsArrived'), variant: 'info' });
    await place.settle?.();
    await place.open();
  };
}
