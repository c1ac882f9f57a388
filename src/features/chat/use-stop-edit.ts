import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../session/services.tsx';
import { beginEdit, type DraftState, isChanged } from './draft-state.ts';

/**
 * Ends an edit without saving it. Changed words are thrown away, and a toast offers them back.
 * @param value what the field holds now
 * @param follow shows another state of the field, with its files
 */
export function useStopEdit(value: () => DraftState, follow: (next: DraftState) => void): () => void {
  const { toaster } = useServices();
  const { t } = useTranslation();
  return useCallback(() => {
    const { edit } = value();
    follow(beginEdit(value(), null));
    if (!isChanged(edit)) return;
    toaster.show({
      message: t('chat.editDiscarded'),
      variant: 'info',
      action: { label: t('action.undo'), onPress: () => follow(beginEdit(value(), edit)) },
    });
  }, [follow, t, toaster, value]);
}
