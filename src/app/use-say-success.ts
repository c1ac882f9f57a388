import { useTranslation } from 'react-i18next';
import type { ToastRequest } from '../components/toaster.ts';
import { useEngine, useServices } from '../session/services.tsx';

/** What works offline and is said to be done (specification §8). */
export type Success =
  | 'postCreated'
  | 'postUpdated'
  | 'postDeleted'
  | 'friendRequestSent'
  | 'friendRequestAccepted'
  | 'friendRequestRejected'
  | 'profileUpdated';

interface SuccessOptions {
  action?: ToastRequest['action'];
  /** Whether it is known to wait on this device. Without a network everything does. */
  isWaiting?: boolean;
}

/** Says that something is done, or that it is kept on this device and sent later: what the server does not have is not done. */
export function useSaySuccess(): (done: Success, options?: SuccessOptions) => void {
  const { t } = useTranslation();
  const { status } = useEngine();
  const { toaster } = useServices();
  return (done, { action, isWaiting = status.value.connection === 'offline' } = {}) =>
    toaster.show({
      message: t(isWaiting ? `kept.${done}` : `success.${done}`),
      variant: isWaiting ? 'info' : 'success',
      ...(action ? { action } : {}),
    });
}
