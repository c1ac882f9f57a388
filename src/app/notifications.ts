import { getLanguage } from '../i18n/i18n.ts';
import type { createAppRouter } from './router.ts';

/** The worker words its notifications in the language of the app: it cannot read local storage. */
export const rememberLanguageForWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { withDevice } = await import('../../sync/index.ts');
  await withDevice((device) => device.rememberLanguage(getLanguage()));
};

const urlOf = (message: unknown): string | null => {
  if (typeof message !== 'object' || message === null) return null;
  const isOpen = 'type' in message && message.type === 'OPEN';
  return isOpen && 'url' in message && typeof message.url === 'string' && /^\/(?!\/)/.test(message.url)
    ? message.url
    : null;
};

/** A tap on a notification while the app is open: its screen opens without a start. */
export const openFromNotifications = (router: ReturnType<typeof createAppRouter>): void => {
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const url = urlOf(event.data);
    if (url !== null) router.history.push(url);
  });
};
