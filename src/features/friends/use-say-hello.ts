import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToastRequest } from '../../components/toaster.ts';

/** What a notice of a new friend offers: the chat with them, by their unique code. */
export function useSayHello(): (uniqueCode: string) => NonNullable<ToastRequest['action']> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
    (uniqueCode) => ({
      label: t('friends.sayHello'),
      onPress: () => void navigate({ to: '/chats/$uniqueCode', params: { uniqueCode } }),
    }),
    [navigate, t],
  );
}
